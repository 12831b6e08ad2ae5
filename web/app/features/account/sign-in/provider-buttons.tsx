import ChevronRight from 'lucide-react/icons/chevron-right'
import LogIn from 'lucide-react/icons/log-in'
import type { ReactNode } from 'react'
import { Form, href } from 'react-router'
import { PROVIDER_TITLES, type ProviderName } from './sign-in-methods.ts'

/** One button for each identity provider. It signs existing members in and new members up. */
export function ProviderWays({ providers }: { providers: readonly ProviderName[] }) {
  return providers.map((provider) => (
    <WayButton key={provider} intent="provider" value={{ name: 'provider', value: provider }} icon={<LogIn />}>
      Continue with {PROVIDER_TITLES[provider]}
    </WayButton>
  ))
}

/** A sign-in method that starts with one click. */
export function WayButton({
  intent,
  value,
  icon,
  children,
}: {
  intent: string
  value?: { name: string; value: string }
  icon: ReactNode
  children: ReactNode
}) {
  return (
    <li>
      <Form method="post" action={href('/auth/login')}>
        <input type="hidden" name="intent" value={intent} />
        {value && <input type="hidden" {...value} />}
        <button type="submit" className="auth-method">
          {icon}
          <span className="flex-1">{children}</span>
          <ChevronRight />
        </button>
      </Form>
    </li>
  )
}
