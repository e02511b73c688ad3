# avr-size -A: what the issue of limits asks, and whether they are kept.
/^\.(text|data) / { flash += $2 }
/^\.(data|bss|noinit) / { ram += $2 }
END {
    printf "flash %d of 65536 bytes, RAM %d of 5120 bytes\n", flash, ram
    exit flash > 65536 || ram > 5120
}
