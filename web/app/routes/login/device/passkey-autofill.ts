import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { getBrowserClient } from '#app/platform/browser-client.ts'
import { readPageSettings } from '#app/platform/page-settings.ts'

/** What tells that somebody is there. Before it nothing is loaded. */
const ACTIVITY_EVENTS = ['pointermove', 'pointerdown', 'keydown', 'focusin']

let waiting: AbortController | undefined

/**
 * Offers the passkeys of this device among the suggestions of the sign-in field, where browser and site can. Whoever takes one is
 * signed in; the page, asked anew, then leads to where they wanted to go.
 */
export function usePasskeyAutofill(isOffered: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isOffered) return
    const life = new AbortController()
    const begin = () => {
      life.abort()
      void waitForPasskey().then((hasSignedIn) => {
        if (hasSignedIn) return revalidate()
      })
    }
    for (const sign of ACTIVITY_EVENTS) document.addEventListener(sign, begin, { signal: life.signal, passive: true })
    return () => {
      life.abort()
      stopPasskeyAutofill()
    }
  }, [isOffered, revalidate])
}

/** Ends the offer: a browser does one such thing at a time, so every other way by key calls this first. */
export function stopPasskeyAutofill(): void {
  waiting?.abort()
  waiting = undefined
}

/** Waits until a passkey was taken; false when that cannot happen or did not. Says nothing: the other ways are all there. */
async function waitForPasskey(): Promise<boolean> {
  // A captcha's token would be too old by the time that somebody chooses.
  if (readPageSettings().captcha) return false
  const canSuggest = await globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.().catch(() => false)
  if (!canSuggest) return false
  stopPasskeyAutofill()
  const own = new AbortController()
  waiting = own
  const supabase = await getBrowserClient()
  if (own.signal.aborted) return false
  const options = { mediation: 'conditional', signal: own.signal } as const
  const { error } = await supabase.auth.signInWithPasskey({ options })
  return !error
}
