import { useEffect, useState } from 'react'

/** The id of the card of a numbered spot in the text. */
export function stopElementId(number: number): string {
  return `stop-${number}`
}

/** A card is being read once its top has come up to this share of the window. */
const READING_LINE = 0.55

/** Which spot of a story the reader is at: the last whose card came up to the middle of the window. Numbers begin at 1. */
export function useCurrentStop(count: number): { current: number; select: (number: number) => void } {
  const [current, setCurrent] = useState(1)
  useEffect(() => {
    const update = () => setCurrent(findCurrentStop(count))
    document.addEventListener('scroll', update, { passive: true })
    return () => document.removeEventListener('scroll', update)
  }, [count])
  const select = (number: number) => {
    setCurrent(number)
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    const card = document.getElementById(stopElementId(number))
    card?.scrollIntoView({ block: 'center', behavior: isStill ? 'auto' : 'smooth' })
  }
  return { current, select }
}

function findCurrentStop(count: number): number {
  const line = window.innerHeight * READING_LINE
  let reached = 1
  for (let number = 1; number <= count; number++) {
    const card = document.getElementById(stopElementId(number))
    if (card && card.getBoundingClientRect().top <= line) reached = number
  }
  return reached
}
