import KeyRound from 'lucide-react/icons/key-round'
import Plus from 'lucide-react/icons/plus'
import { useSearchParams } from 'react-router'
import { formatDay } from '#app/lib/format/dates.ts'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import type { SettingsResponse } from '../action-result.ts'
import { ConfirmStep } from '../confirm-step.tsx'
import { SettingsGroup, SettingsRow } from '../settings-group.tsx'
import { settingsUrl } from '../settings-sections.ts'
import { TimeAgo } from '../time-ago.tsx'
import { CreateToken } from './create-token.tsx'
import type { OwnToken, TokenData } from './token-data.ts'
import './tokens.css'

const SCOPE_LABELS = { read: 'Read', own: 'Read, including your own data', write: 'Read and write' } as const

/** The member's personal access tokens, or one step of creating or revoking one. */
export function TokensSection({ data, response }: { data: TokenData; response: SettingsResponse | undefined }) {
  const [search] = useSearchParams()
  const step = response ? response.step : search.get('step')
  if (step === 'new' && data.areAccepted) return <CreateToken response={response} />
  const chosen = response?.rejection?.values.token ?? search.get('token')
  const token = step === 'revoke' ? data.tokens.find(({ id }) => id === chosen) : undefined
  if (token) return <RevokeToken token={token} response={response} />
  return <TokensOverview data={data} />
}

function TokensOverview({ data: { tokens, now, areAccepted } }: { data: TokenData }) {
  return (
    <SettingsGroup
      title="Your tokens"
      more={
        areAccepted && (
          <LinkButton to={settingsUrl('tokens', { step: 'new' })} icon={<Plus />}>
            New token
          </LinkButton>
        )
      }
    >
      {!areAccepted && (
        <Notice>
          This site runs on a hosted database, which accepts no personal access tokens. Programs can sign in with a
          session instead.
        </Notice>
      )}
      {tokens.length === 0 && areAccepted && (
        <p className="settings-note">None yet. A token lets your own programs use this site on your behalf.</p>
      )}
      <ul>
        {tokens.map((token) => (
          <TokenRow key={token.id} token={token} now={now} />
        ))}
      </ul>
      <p className="settings-note">
        Tokens stop working when you revoke them or change your password.{' '}
        <TextLink to="/about#api">How to use them</TextLink>
      </p>
    </SettingsGroup>
  )
}

function TokenRow({ token, now }: { token: OwnToken; now: number }) {
  const { id, name, scope, hint, expires_at: expiresAt, last_used_at: usedAt, isExpired } = token
  return (
    <SettingsRow
      icon={<KeyRound />}
      title={
        <bdi className="wrap-anywhere">
          {name} <span className="settings-name whitespace-nowrap">…{hint}</span>
        </bdi>
      }
      note={
        <>
          {SCOPE_LABELS[scope]} · {isExpired ? 'expired' : 'until'} {formatDay(expiresAt, now)} ·{' '}
          {usedAt ? (
            <>
              last used <TimeAgo at={usedAt} now={now} />
            </>
          ) : (
            'never used'
          )}
        </>
      }
      actions={
        <TextLink to={settingsUrl('tokens', { step: 'revoke', token: id })} aria-label={`Revoke the token ${name}`}>
          Revoke
        </TextLink>
      }
    />
  )
}

/** The confirmation before a token is revoked. */
function RevokeToken({ token, response }: { token: OwnToken; response: SettingsResponse | undefined }) {
  return (
    <ConfirmStep
      section="tokens"
      title={
        <>
          Revoke <bdi className="wrap-anywhere">{token.name}</bdi>?
        </>
      }
      lead="Programs that use it are locked out at once. This cannot be undone, but you can create another token."
      intent="revoke-token"
      step="revoke"
      sends={{ token: token.id }}
      response={response}
      label="Revoke"
    />
  )
}
