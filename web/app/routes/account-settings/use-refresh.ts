import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** Loads the data of the page again at this interval while something on it is in progress. */
export function useRefresh(isMoving: boolean, intervalMs: number): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isMoving) return
    const timer = setInterval(() => void revalidate(), intervalMs)
    return () => clearInterval(timer)
  }, [isMoving, intervalMs, revalidate])
}
