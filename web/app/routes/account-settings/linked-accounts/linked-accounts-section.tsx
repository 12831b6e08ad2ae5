import AppWindow from 'lucide-react/icons/app-window'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Link from 'lucide-react/icons/link'
import { href, useSearchParams } from 'react-router'
import { getProviderName } from '#app/features/account/sign-in/methods/sign-in-methods.ts'
import { formatDay } from '#app/lib/format/dates.ts'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import type { SettingsResponse } from '../action-result.ts'
import { ConfirmStep } from '../confirm-step.tsx'
import { LinkFailure } from '../link-failure.tsx'
import { ActionForm } from '../settings-form.tsx'
import { SettingsGroup, SettingsRow } from '../settings-group.tsx'
import { settingsUrl } from '../settings-sections.ts'
import type { LinkedData } from './linked-data.server.ts'

type LinkedProps = { data: LinkedData; response: SettingsResponse | undefined }
type OwnIdentity = LinkedData['identities'][number]

/** The member's sign-in methods, providers they can add, and a link to the connected apps. */
export function LinkedAccountsSection({ data: { identities, providers }, response }: LinkedProps) {
  const [search] = useSearchParams()
  const isRemoving = response ? response.step === 'unlink' : search.get('step') === 'unlink'
  const chosen = response?.rejection?.values.identity ?? search.get('identity')
  const identity = identities.find(({ id }) => id === chosen)
  if (isRemoving && identity) return <Unlink identity={identity} response={response} />
  return (
    <>
      <LinkFailure response={response} />
      <SettingsGroup title="Sign-in methods">
        <ul>
          {identities.map((own) => (
            <IdentityRow key={own.id} identity={own} isOnly={identities.length === 1} />
          ))}
        </ul>
        {identities.length === 1 && (
          <p className="settings-note">This is your only sign-in method, so you cannot remove it.</p>
        )}
      </SettingsGroup>
      {providers.length > 0 && (
        <SettingsGroup title="Add another">
          <ul>
            {providers.map((provider) => (
              <SettingsRow
                key={provider}
                icon={<Link />}
                title={getProviderName(provider)}
                actions={
                  <ActionForm
                    section="linked"
                    sends={{ intent: 'link', provider }}
                    label="Link"
                    hiddenLabel={`Link ${getProviderName(provider)}`}
                    busyLabel="Linking"
                    variant="secondary"
                  />
                }
              />
            ))}
          </ul>
        </SettingsGroup>
      )}
      <SettingsGroup title="Apps">
        <SafeLink className="settings-option" to={href('/account/apps')}>
          <span className="settings-icon">
            <AppWindow />
          </span>
          <span className="min-w-0 flex-1">
            <b>Connected apps</b>
            <span>See what they can access, and disconnect them.</span>
          </span>
          <ChevronRight />
        </SafeLink>
      </SettingsGroup>
    </>
  )
}

function IdentityRow({
  identity: { id, provider, account, createdAt },
  isOnly,
}: {
  identity: OwnIdentity
  isOnly: boolean
}) {
  const title = getProviderName(provider)
  return (
    <SettingsRow
      icon={<Link />}
      title={
        <>
          {title}{' '}
          {account && (
            <span className="settings-name wrap-anywhere">
              <bdi>{account}</bdi>
            </span>
          )}
        </>
      }
      note={createdAt && `Since ${formatDay(createdAt)}`}
      actions={
        !isOnly && (
          <TextLink to={settingsUrl('linked', { step: 'unlink', identity: id })} aria-label={`Unlink ${title}`}>
            Unlink
          </TextLink>
        )
      }
    />
  )
}

function Unlink({ identity, response }: { identity: OwnIdentity; response: SettingsResponse | undefined }) {
  return (
    <ConfirmStep
      section="linked"
      title={`Unlink ${getProviderName(identity.provider)}?`}
      lead={
        identity.provider === 'email'
          ? 'If another sign-in method has the same address, you can still sign in with it.'
          : 'You will no longer be able to sign in with it. Your account there does not change.'
      }
      intent="unlink"
      step="unlink"
      sends={{ identity: identity.id }}
      response={response}
      label="Unlink"
    />
  )
}
