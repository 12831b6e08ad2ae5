import { useEffect, useState } from 'react'

/** The id of the card of a numbered spot in the text. */
export function stopElementId(number: number): string {
  return `stop-${number}`
}

/** Which spot of a story the reader is at: the last whose card came to the middle of the window. Numbers begin at 1. */
export function useCurrentStop(count: number): { current: number; select: (number: number) => void } {
  const [current, setCurrent] = useState(1)
  useEffect(() => {
    // A thin line across the upper half of the window: the card on it is being read.
    const observer = new IntersectionObserver(
      (entries) => {
        const entered = entries.findLast((entry) => entry.isIntersecting)
        if (entered?.target instanceof HTMLElement) setCurrent(Number(entered.target.dataset.stop))
      },
      { rootMargin: '-30% 0px -55% 0px' },
    )
    for (let number = 1; number <= count; number++) {
      const card = document.getElementById(stopElementId(number))
      if (card) observer.observe(card)
    }
    return () => observer.disconnect()
  }, [count])
  const select = (number: number) => {
    setCurrent(number)
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    const card = document.getElementById(stopElementId(number))
    card?.scrollIntoView({ block: 'center', behavior: isStill ? 'auto' : 'smooth' })
  }
  return { current, select }
}
