import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { readPageSettings } from '#app/platform/config/page-settings.ts'
import { getBrowserClient } from '#app/platform/session/browser-client.ts'

/** The first of these events loads the code for autofill. */
const ACTIVITY_EVENTS = ['pointermove', 'pointerdown', 'keydown', 'focusin']

let waiting: AbortController | undefined

/**
 * Offers the passkeys of this device in the suggestions of the sign-in field, where browser and site support it. After
 * signing in, the page revalidates and leads to where the member wanted to go.
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
    // The visitor may have pressed the field before hydration.
    if (navigator.userActivation?.hasBeenActive) begin()
    else
      for (const sign of ACTIVITY_EVENTS) document.addEventListener(sign, begin, { signal: life.signal, passive: true })
    return () => {
      life.abort()
      stopPasskeyAutofill()
    }
  }, [isOffered, revalidate])
}

/** Cancels the pending request. A browser runs one WebAuthn request at a time, so every other one calls this first. */
export function stopPasskeyAutofill(): void {
  waiting?.abort()
  waiting = undefined
}

/**
 * Waits until a passkey is chosen. Returns false if that is unsupported or does not happen; the other methods remain.
 */
async function waitForPasskey(): Promise<boolean> {
  // A captcha token would have expired by the time a passkey is chosen.
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
