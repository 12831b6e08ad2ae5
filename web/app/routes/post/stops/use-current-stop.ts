import { useEffect, useState } from 'react'
import { stopElementId } from '#app/features/posts/reading/stop-card.tsx'

/** A card counts as being read when its top has reached this share of the window's height. */
const READING_LINE = 0.55

/** Tracks which spot the reader has reached: the last whose card has passed the reading line. Numbers start at 1. */
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
