# avr-size -A: what the issue of limits asks, and whether they are kept.
/^\.(text|data) / { flash += $2 }
/^\.(data|bss|noinit) / { ram += $2 }
END {
    name = boot ? "bootloader: " : ""
    most = boot ? 4096 : 65536
    ram_most = boot ? 1024 : 5120
    printf "%sflash %d of %d bytes, RAM %d of %d bytes\n", name, flash, most, ram, ram_most
    exit flash > most || ram > ram_most
}
