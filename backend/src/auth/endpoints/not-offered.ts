import { errors } from '../errors.ts'

/** The contract's answers of what this installation does not offer; the same that a project with it switched off gives. */
export const notOffered = {
  saml: () => {
    throw errors.samlDisabled()
  },
  passkeys: () => {
    throw errors.passkeyDisabled()
  },
  linking: () => {
    throw errors.manualLinkingDisabled()
  },
  provider: () => {
    throw errors.validation('Unsupported provider: provider is not enabled')
  },
  oauthServer: () => {
    throw errors.oauthServerDisabled()
  },
}
