import { useEffect, useState } from 'react'
import { takeData } from '#app/lib/supabase.ts'
import { getBrowserClient } from '#app/platform/session/browser-client.ts'
import { Combobox } from '#app/ui/forms/choices/combobox.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { TextField } from '#app/ui/forms/text/text-field.tsx'
import { useHasScript } from '#app/ui/use-has-script.ts'
import { type FoundCity, findCities, isSameName } from './find-cities.ts'

const PAUSE_MS = 150

/** A city as the field needs it. */
export interface CityOption {
  slug: string
  name: string
}

/** The city of a story, found by its name. Without JavaScript the name is looked up when the form is sent. */
export function CityField({
  slug,
  error,
  nearby,
  onChange,
}: {
  /** The slug of the chosen city, or empty. */
  slug: string
  error: string | undefined
  /** The cities of the spots in the story, offered first. */
  nearby: readonly CityOption[]
  onChange: (slug: string) => void
}) {
  const hasScript = useHasScript()
  const [chosen, setChosen] = useState<CityOption | undefined>(() => nearby.find((city) => city.slug === slug))
  const [typed, setTyped] = useState<string>()
  const { cities, isLoading } = useCities(typed ?? '')
  const name = useCityName(slug, [...(chosen ? [chosen] : []), ...nearby])
  if (!hasScript) return <TextField label="City" name="city" optional defaultValue={name ?? slug} error={error} />
  const choose = (city: CityOption | undefined) => {
    setChosen(city)
    setTyped(undefined)
    onChange(city?.slug ?? '')
  }
  const offered = nearby.filter((city) => startsAlike(city.name, typed ?? ''))
  const others = cities.filter((city) => !offered.some((one) => one.slug === city.slug))
  // The name of the chosen city stands for it, even if other cities have the same name.
  const changeText = (text: string) => (text === '' ? choose(undefined) : setTyped(text === name ? undefined : text))
  // A name that was typed in full needs no choice from the list.
  const handleBlur = () => {
    const named = typed && [...offered, ...others].find((city) => isSameName(city.name, typed.trim()))
    if (named) choose({ slug: named.slug, name: named.name })
    else setTyped(undefined)
  }
  return (
    <Field
      label="City"
      optional
      error={error}
      hint={slug === '' && nearby.length > 0 && <NearbyCities cities={nearby} onChoose={choose} />}
    >
      {(control) => (
        <>
          <input type="hidden" name="city" value={slug} />
          <Combobox
            {...control}
            value={typed ?? name ?? ''}
            restored={name}
            onValueChange={changeText}
            onSelect={({ id, title }) => choose({ slug: id, name: title })}
            onBlur={handleBlur}
            loading={isLoading}
            groups={[
              { label: 'In this story', options: offered.map(toOption) },
              { label: 'Cities', options: others.map(toOption) },
            ]}
            empty={typed && typed.trim().length > 1 ? <p>No city found.</p> : undefined}
          />
        </>
      )}
    </Field>
  )
}

/** The cities of the story's spots, one press away. */
function NearbyCities({ cities, onChoose }: { cities: readonly CityOption[]; onChoose: (city: CityOption) => void }) {
  return cities.slice(0, 3).map((city) => (
    <button key={city.slug} type="button" className="link publish-city" onClick={() => onChoose(city)}>
      {city.name}
    </button>
  ))
}

function toOption(city: CityOption | FoundCity) {
  const context = 'country' in city ? [city.region, city.country].filter(Boolean).join(', ') : undefined
  return { id: city.slug, title: city.name, context }
}

function startsAlike(name: string, typed: string): boolean {
  return name.toLowerCase().startsWith(typed.trim().toLowerCase())
}

function useCities(typed: string) {
  const [found, setFound] = useState<{ typed: string; cities: readonly FoundCity[] }>({ typed: '', cities: [] })
  const isSearching = typed.trim().length > 1
  useEffect(() => {
    if (!isSearching) return
    const controller = new AbortController()
    const timer = setTimeout(() => {
      getBrowserClient()
        .then((client) => findCities(client, typed, controller.signal))
        .then(
          (cities) => setFound({ typed, cities }),
          // Offline, the field keeps its value.
          () => controller.signal.aborted || setFound({ typed, cities: [] }),
        )
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [typed, isSearching])
  return isSearching ? { cities: found.cities, isLoading: found.typed !== typed } : { cities: [], isLoading: false }
}

/** Returns the name of a city. A draft from this device knows only its slug, so the name is loaded. */
function useCityName(slug: string, known: readonly CityOption[]): string | undefined {
  const [loaded, setLoaded] = useState<CityOption>()
  const name = [...known, ...(loaded ? [loaded] : [])].find((city) => city.slug === slug)?.name
  const isMissing = slug !== '' && name === undefined
  useEffect(() => {
    if (!isMissing) return
    getBrowserClient()
      .then((client) => client.from('cities').select('slug, name').eq('slug', slug))
      .then((response) => setLoaded(takeData(response)[0]))
      .catch(() => undefined)
  }, [slug, isMissing])
  return slug === '' ? undefined : (name ?? slug)
}
