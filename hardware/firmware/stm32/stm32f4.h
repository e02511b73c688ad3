/* The registers of an STM32F42x that this firmware uses, and no others; names, addresses and bits as the reference manual
 * RM0090 has them (memory map 2.3, register maps at the end of each chapter), those of the core as the ARMv7-M
 * Architecture Reference Manual. Written for this firmware, nothing is taken from a vendor's library. An STM32F405 or F407 has all
 * of them at the same places, but no second bank of flash. */
#ifndef JANTAKU_STM32F4_H
#define JANTAKU_STM32F4_H

#include <stdint.h>

typedef volatile uint32_t reg;

struct gpio {
    reg MODER, OTYPER, OSPEEDR, PUPDR, IDR, ODR, BSRR, LCKR, AFR[2];
};
enum { PIN_INPUT, PIN_OUTPUT, PIN_FUNCTION, PIN_ANALOG };
#define GPIOA ((struct gpio *)0x40020000)
#define GPIOC ((struct gpio *)0x40020800)
#define GPIOD ((struct gpio *)0x40020c00)
#define GPIOE ((struct gpio *)0x40021000)
#define GPIOF ((struct gpio *)0x40021400)
#define GPIOG ((struct gpio *)0x40021800)

struct rcc {
    reg CR, PLLCFGR, CFGR, CIR, AHB1RSTR, AHB2RSTR, AHB3RSTR, unused0, APB1RSTR, APB2RSTR, unused1[2];
    reg AHB1ENR, AHB2ENR, AHB3ENR, unused2, APB1ENR, APB2ENR, unused3[2];
    reg AHB1LPENR, AHB2LPENR, AHB3LPENR, unused4, APB1LPENR, APB2LPENR, unused5[2], BDCR, CSR;
};
#define RCC ((struct rcc *)0x40023800)
#define RCC_CR_HSEON (1u << 16)
#define RCC_CR_HSERDY (1u << 17)
#define RCC_CR_HSEBYP (1u << 18)
#define RCC_CR_CSSON (1u << 19)
#define RCC_CR_PLLON (1u << 24)
#define RCC_CR_PLLRDY (1u << 25)
#define RCC_PLLCFGR_HSE (1u << 22)
#define RCC_CFGR_SW_PLL 2u
#define RCC_CFGR_SWS_PLL (2u << 2)
#define RCC_CFGR_SWS (3u << 2)
#define RCC_CFGR_PPRE1_4 (5u << 10)
#define RCC_CFGR_PPRE2_2 (4u << 13)
#define RCC_AHB1ENR_PORTS 0x7du /* A, C, D, E, F, G */
#define RCC_AHB1ENR_DMA2 (1u << 22)
#define RCC_APB1ENR_TIM3 (1u << 1)
#define RCC_APB1ENR_TIM4 (1u << 2)
#define RCC_APB1ENR_TIM5 (1u << 3)
#define RCC_APB1ENR_WWDG (1u << 11)
#define RCC_APB1ENR_SPI3 (1u << 15)
#define RCC_APB1ENR_USART3 (1u << 18)
#define RCC_APB2ENR_TIM1 (1u << 0)
#define RCC_APB2ENR_ADC1 (1u << 8)
#define RCC_CSR_RMVF (1u << 24)
#define RCC_CSR_BORRSTF (1u << 25)
#define RCC_CSR_PORRSTF (1u << 27)
#define RCC_CSR_IWDGRSTF (1u << 29)
#define RCC_CSR_WWDGRSTF (1u << 30)

struct flash {
    reg ACR, KEYR, OPTKEYR, SR, CR, OPTCR, OPTCR1;
};
#define FLASH ((struct flash *)0x40023c00)
#define FLASH_ACR_CACHES (7u << 8) /* prefetch, instructions, data */
#define FLASH_SR_ERRORS 0xf2u
#define FLASH_SR_BSY (1u << 16)
#define FLASH_CR_PG 1u
#define FLASH_CR_SER 2u
#define FLASH_CR_SNB(number) ((number) << 3)
#define FLASH_CR_PSIZE_32 (2u << 8)
#define FLASH_CR_STRT (1u << 16)
#define FLASH_CR_LOCK (1u << 31)
#define FLASH_OPTCR_LOCK 1u
#define FLASH_OPTCR_STRT 2u
#define FLASH_OPTCR_BOR (3u << 2) /* both bits clear: the highest level, 2.7 V */

struct timer {
    reg CR1, CR2, SMCR, DIER, SR, EGR, CCMR[2], CCER, CNT, PSC, ARR, RCR, CCR[4], BDTR;
};
#define TIM1 ((struct timer *)0x40010000)
#define TIM3 ((struct timer *)0x40000400)
#define TIM4 ((struct timer *)0x40000800)
#define TIM5 ((struct timer *)0x40000c00)
#define TIM_CR1_CEN 1u
#define TIM_CR1_ARPE (1u << 7)
#define TIM_EGR_UG 1u
#define TIM_CC(channel) (1u << (channel)) /* in DIER and SR */
#define TIM_CCMR_PWM 0x6868u              /* mode 1, preloaded, both channels of the register */
#define TIM_BDTR_MOE (1u << 15)

struct spi {
    reg CR1, CR2, SR, DR;
};
#define SPI3 ((struct spi *)0x40003c00)
#define SPI_CR1_CPHA (1u << 0)
#define SPI_CR1_CPOL (1u << 1)
#define SPI_CR1_MSTR (1u << 2)
#define SPI_CR1_BR_16 (3u << 3)
#define SPI_CR1_SPE (1u << 6)
#define SPI_CR1_SSI (1u << 8)
#define SPI_CR1_SSM (1u << 9)
#define SPI_SR_RXNE 1u
#define SPI_SR_BSY (1u << 7)

struct usart {
    reg SR, DR, BRR, CR1, CR2, CR3;
};
#define USART3 ((struct usart *)0x40004800)
#define USART_SR_RXNE (1u << 5)
#define USART_SR_TXE (1u << 7)
#define USART_CR1_RE (1u << 2)
#define USART_CR1_TE (1u << 3)
#define USART_CR1_RXNEIE (1u << 5)
#define USART_CR1_TXEIE (1u << 7)
#define USART_CR1_UE (1u << 13)

struct adc {
    reg SR, CR1, CR2, SMPR1, SMPR2, JOFR[4], HTR, LTR, SQR1, SQR2, SQR3, JSQR, JDR[4], DR;
};
#define ADC1 ((struct adc *)0x40012000)
#define ADC_CCR (*(reg *)0x40012304)
#define ADC_CCR_DIVIDE_4 (1u << 16)
#define ADC_CR1_SCAN (1u << 8)
#define ADC_CR2_ADON 1u
#define ADC_CR2_DMA (1u << 8)
#define ADC_CR2_DDS (1u << 9)
#define ADC_CR2_SWSTART (1u << 30)
#define ADC_SMPR1_480 0x07ffffffu
#define ADC_SMPR2_480 0x3fffffffu
#define ADC_SQR1_LENGTH(n) (((n) - 1u) << 20)

struct dma {
    reg LISR, HISR, LIFCR, HIFCR;
    struct {
        reg CR, NDTR, PAR, M0AR, M1AR, FCR;
    } stream[8];
};
#define DMA2 ((struct dma *)0x40026400)
#define DMA_CR_EN 1u
#define DMA_CR_CIRC (1u << 8)
#define DMA_CR_MINC (1u << 10)
#define DMA_CR_HALVES (1u << 11 | 1u << 13)
#define DMA_STREAM0_ALL 0x3du
#define DMA_STREAM0_DONE (1u << 5)

struct wwdg {
    reg CR, CFR;
};
#define WWDG ((struct wwdg *)0x40002c00)

struct iwdg {
    reg KR, PR, RLR, SR;
};
#define IWDG ((struct iwdg *)0x40003000)

/* Of the core. */
struct systick {
    reg CTRL, LOAD, VAL;
};
#define SYSTICK ((struct systick *)0xe000e010)
#define SYSTICK_CTRL_ON 7u /* interrupt, clock of the core */
#define NVIC_ISER ((reg *)0xe000e100)
#define NVIC_IPR ((volatile uint8_t *)0xe000e400)
#define SCB_ICSR (*(reg *)0xe000ed04)
#define SCB_ICSR_PENDSTSET (1u << 26)
#define SCB_AIRCR (*(reg *)0xe000ed0c)
#define SCB_AIRCR_RESET 0x05fa0004u
#define SCB_SHPR ((volatile uint8_t *)0xe000ed18)
#define DBGMCU_IDCODE (*(reg *)0xe0042000)

enum { IRQ_TIM3 = 29, IRQ_TIM4 = 30, IRQ_USART3 = 39, IRQ_TIM5 = 50, IRQ_COUNT = 51 };

#endif
