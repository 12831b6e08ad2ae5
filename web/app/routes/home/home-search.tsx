import LocateFixed from 'lucide-react/icons/locate-fixed'
import { useEffect, useRef, useState } from 'react'
import { Form, href } from 'react-router'
import { setNearPosition } from '#app/features/explore/position/near-position.ts'
import { toNearState } from '#app/features/explore/position/near-state.ts'
import { SearchInput } from '#app/features/search/search-input.tsx'
import { seconds } from '#app/lib/durations.ts'
import { askPosition } from '#app/lib/geo/ask-position.ts'
import { useNavigateTo } from '#app/platform/navigation/navigate-to.ts'
import { Button } from '#app/ui/buttons/button.tsx'

const NO_POSITION =
  'Your device did not share its location. Allow it in the settings of your browser, or search for a place.'

/** A search field, and a button that opens the map around the visitor's position. */
export function HomeSearch() {
  const { isAsking, problem, goNearMe, stay } = useGoNearMe()
  return (
    <>
      {/* The header contains another search, so this landmark needs its own name. */}
      <Form role="search" aria-label="Map" action={href('/explore')} className="home-search" onInput={stay}>
        <SearchInput
          label="Search for a place, city or tag"
          large
          placeholder="Place, city or tag"
          defaultValue=""
          end={
            <Button className="needs-script" icon={<LocateFixed />} busy={isAsking} onClick={goNearMe}>
              Near me
            </Button>
          }
        />
      </Form>
      <p role="status" className="home-search-error">
        {problem}
      </p>
    </>
  )
}

function useGoNearMe() {
  const navigateTo = useNavigateTo()
  const [isAsking, setIsAsking] = useState(false)
  const [problem, setProblem] = useState('')
  const giveUp = useRef<() => void>(undefined)
  // A late position must not navigate away from a page that the visitor has opened in the meantime.
  useEffect(() => () => giveUp.current?.(), [])
  const goNearMe = () => {
    if (!navigator.geolocation) return setProblem(NO_POSITION)
    setIsAsking(true)
    setProblem('')
    giveUp.current = askPosition(
      navigator.geolocation,
      (position) => {
        setNearPosition(position)
        void navigateTo(href('/explore'), { state: toNearState(position) })
      },
      () => {
        setIsAsking(false)
        setProblem(NO_POSITION)
      },
      { timeout: seconds(10), maximumAge: seconds(60) },
    )
  }
  /** Ignores a late position: leaving the page would lose what the visitor types. */
  const stay = () => {
    giveUp.current?.()
    setIsAsking(false)
  }
  return { isAsking, problem, goNearMe, stay }
}
