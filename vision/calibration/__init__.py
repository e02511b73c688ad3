"""Where the mat lies in the picture: sizes, printed markers, the pose of the camera."""
