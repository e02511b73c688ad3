# SIZE -A: what the issue of limits asks, and whether they are kept. An STM32F429ZI has far more of both; the limits are
# the same, so that a release never outgrows the smaller chip.
/^\.(text|data) / { flash += $2 }
/^\.(data|bss|noinit) / { ram += $2 }
END {
    name = boot ? "bootloader: " : stm32 ? "STM32F429ZI: " : ""
    most = boot ? 4096 : 65536
    ram_most = boot ? 1024 : stm32 ? 8192 : 5120
    printf "%sflash %d of %d bytes, RAM %d of %d bytes\n", name, flash, most, ram, ram_most
    exit flash > most || ram > ram_most
}
