"""What is mounted before systemd begins: a root that is forgotten when the power goes, and what is kept.

Debian's overlayroot makes the first, but keeps all or nothing; this does both in one script of
initramfs-tools(7).
"""

from __future__ import annotations

from typing import Final

from controller.card import DATA, WORD
from upkeep.computer import PLACE, STATE

CHANGED: Final = ("/etc", str(PLACE))
"""Folders of the system that are kept with what was changed in them: settings, units, versions of the
program. Overlays: what nobody changed is read from the system, and takes no room."""
KEPT: Final = (str(STATE), "/var/lib/systemd", "/var/log/journal")
"""Folders that lie on the data partition as they are: games, the clock and the timers, the log. Renaming a
folder and writing to the medium do there what ext4 says."""
MODULES: Final = ("squashfs", "overlay", "ext4", "vfat")

_MOUNTS: Final = r"""#!/bin/sh
# Mounts of a mahjong table: the system, over it what is changed in memory and what is kept on the card.
case "$1" in prereqs) exit 0 ;; esac
. /scripts/functions

system=/run/jantaku/system memory=/run/jantaku/memory data={data}

for word in $(cat /proc/cmdline); do
    case "$word" in {word}*) wanted=${{word#{word}}} ;; esac
done
[ -n "$wanted" ] || exit 0
mkdir -p $system $memory $data
mount -n -o move "$rootmnt" $system
mount -t tmpfs -o mode=0755,size=50% jantaku $memory
mkdir $memory/upper $memory/work
mount -t overlay -o lowerdir=$system,upperdir=$memory/upper,workdir=$memory/work jantaku "$rootmnt"

# A journal is replayed by mounting; one that is marked as damaged is mended, whoever is there to ask.
mount_data() {{
    device=$(resolve_device "$wanted") || return 1
    e2fsck -p "$device" >/run/jantaku/fsck 2>&1
    [ $? -lt 4 ] || e2fsck -y "$device" >>/run/jantaku/fsck 2>&1
    mount -t ext4 -o noatime,nosuid,nodev,errors=remount-ro "$device" $data
}}
tries=0
until mount_data; do
    tries=$((tries + 1))
    if [ $tries -ge 20 ]; then
        log_failure_msg "The data partition cannot be mounted: games are not kept. Write the image anew."
        exit 0
    fi
    sleep 1
done
for folder in {changed}; do
    mkdir -p $data/changed$folder/upper $data/changed$folder/work
    upper=$data/changed$folder/upper work=$data/changed$folder/work
    mount -t overlay -o lowerdir=$system$folder,upperdir=$upper,workdir=$work jantaku "$rootmnt$folder"
done
for folder in {kept}; do
    if [ ! -d $data/kept$folder ]; then
        rm -rf $data/beginning
        mkdir -p "$data/kept${{folder%/*}}" "$rootmnt$folder"
        cp -a "$rootmnt$folder" $data/beginning
        sync
        mv $data/beginning $data/kept$folder
        sync
    fi
    mount -n -o bind $data/kept$folder "$rootmnt$folder"
done
exit 0
"""
_HOOK: Final = """#!/bin/sh
case "$1" in prereqs) exit 0 ;; esac
. /usr/share/initramfs-tools/hook-functions
copy_exec /sbin/e2fsck
"""
_GROW: Final = """#!/bin/sh -e
# The data partition grows to the end of the card; where it does already, nothing is done.
device=$(findmnt -n -o SOURCE {data})
part=/sys/class/block/${{device##*/}}
disk=$(readlink -f "$part/..")
end=$(($(cat "$part/start") + $(cat "$part/size")))
[ "$(cat "$disk/size")" -gt $((end + 8192)) ] || exit 0
growpart "/dev/${{disk##*/}}" "$(cat "$part/partition")" || [ $? -eq 1 ]
resize2fs "$device"
"""


def mounts() -> str:
    """The script that runs when the system is there and before anything of it does."""
    return _MOUNTS.format(data=DATA, word=WORD, changed=" ".join(CHANGED), kept=" ".join(KEPT))


def hook() -> str:
    """What that script needs of the system."""
    return _HOOK


def grow() -> str:
    """Makes the data partition and its file system as large as the card has room."""
    return _GROW.format(data=DATA)
