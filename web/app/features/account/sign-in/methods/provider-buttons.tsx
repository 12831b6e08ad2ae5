import ChevronRight from 'lucide-react/icons/chevron-right'
import LogIn from 'lucide-react/icons/log-in'
import type { ReactNode } from 'react'
import { Form, href, useSearchParams } from 'react-router'
import * as v from 'valibot'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { InvitationToken } from '../sign-in-schema.ts'
import { PROVIDER_TITLES, type ProviderName } from './sign-in-methods.ts'

/** One button for each identity provider. It signs existing members in and new members up. */
export function ProviderWays({
  providers,
  invitation = null,
}: {
  providers: readonly ProviderName[]
  /** The token of the invitation that new members need. */
  invitation?: string | null
}) {
  return providers.map((provider) => (
    <WayButton
      key={provider}
      intent="provider"
      values={{ provider, ...(invitation && { invitation }) }}
      icon={<LogIn />}
    >
      Continue with {PROVIDER_TITLES[provider]}
    </WayButton>
  ))
}

/** A sign-in method that starts with one click. */
export function WayButton({
  intent,
  values = {},
  icon,
  needsScript = false,
  children,
}: {
  intent: string
  /** Further hidden fields. */
  values?: Record<string, string>
  icon: ReactNode
  /** Hides the button without JavaScript. A press before the page is hydrated waits for it. */
  needsScript?: boolean
  children: ReactNode
}) {
  return (
    <li className={needsScript ? 'needs-script' : undefined}>
      <Form method="post" action={href('/auth/login')} data-early-submit={needsScript || undefined}>
        <input type="hidden" name="intent" value={intent} />
        {Object.entries(values).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <button type="submit" className="auth-method">
          {icon}
          <span className="flex-1">{children}</span>
          <ChevronRight />
        </button>
      </Form>
    </li>
  )
}

/** A sign-in method with its own page. */
export function WayLink({ search, icon, children }: { search: string; icon: ReactNode; children: ReactNode }) {
  return (
    <li>
      <SafeLink className="auth-method" to={{ pathname: href('/auth/login'), search }}>
        {icon}
        <span className="flex-1">{children}</span>
        <ChevronRight />
      </SafeLink>
    </li>
  )
}

/** Returns the query of a step of the sign-in page, with the invitation that new members need. */
export function toStepQuery(step: 'code' | 'organisation' | null, invitation: string | null): string {
  return new URLSearchParams({ ...(step && { step }), ...(invitation && { invitation }) }).toString()
}

/**
 * Returns the invitation token in the URL of the sign-in page, for methods that also sign new members up. Null if it is
 * missing or malformed.
 */
export function useInvitationToken(): string | null {
  const [search] = useSearchParams()
  const token = search.get('invitation')
  return token !== null && v.is(InvitationToken, token) ? token : null
}
