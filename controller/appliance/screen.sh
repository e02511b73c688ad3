#!/bin/sh
# The table's page, alone on the screen: cage is a compositor for one window.
#
# Where no driver draws by the graphics chip the processor draws. Some drivers say that they could, and then
# Mesa 22.3 (Debian 12) ends cage by a signal (134 to 139): the processor draws from then on, until the
# computer is switched on the next time.
by_processor=RUN/by-processor

show() { # in a group of its own, which it ends with, since the browser outlives a crash
    setsid /usr/bin/cage -d -s -- BROWSER &
    group=$!
    wait $group
    ended=$?
    kill -KILL -$group 2>/dev/null
}

if ls /dev/dri/renderD* >/dev/null 2>&1 && [ ! -e $by_processor ]; then
    show
    case $ended in
        132 | 134 | 135 | 139) touch $by_processor ;;
        *) exit $ended ;;
    esac
fi
export WLR_RENDERER=pixman
show
exit $ended
