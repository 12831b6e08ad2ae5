import { listProviderVariables } from '../../settings/provider-settings.ts'
import { PROVIDERS } from './providers.ts'

/** A provider as docs/accounts.md describes it to operators. */
export interface ProviderGuide {
  /** The name that clients use. */
  name: string
  /** The display name. */
  title: string
  kind: 'OpenID Connect' | 'OAuth 2'
  /** The page where an app is registered. */
  console: string
  /** The app to register, with its permissions. */
  register: string
  settings: { name: string; about: string }[]
  /** The redirect URL to register. `<public address>` stands for API_URL. */
  redirectUrl: string
  notes: string
}

const UNVERIFIED = 'It does not say whether an email is verified, so users must confirm theirs by email.'

type Entry = Pick<ProviderGuide, 'title' | 'console' | 'register'> & { notes?: string }

const ENTRIES: Record<string, Entry> = {
  apple: {
    title: 'Apple',
    console: 'https://developer.apple.com/account/resources/identifiers/list/serviceId',
    register: 'A Services ID with Sign in with Apple, and a key for it. Its redirect URL must be https.',
    notes:
      'SECRET is a JWT valid for at most six months, or JSON with team_id, key_id and private_key, from which a JWT is created for each use. Apple sends the name of a user at the first sign-in only.',
  },
  azure: {
    title: 'Microsoft',
    console: 'https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps/ApplicationsListBlade',
    register:
      'An app registration (Web) with a client secret; add the optional claims email and xms_edov to ID tokens.',
    notes:
      'URL is https://login.microsoftonline.com/TENANT for one organisation. Without it, any Microsoft account may sign in, and emails count as verified only with the claim xms_edov.',
  },
  bitbucket: {
    title: 'Bitbucket',
    console: 'https://bitbucket.org/WORKSPACE/workspace/settings/oauth-consumers',
    register: 'An OAuth consumer with the permissions Account: Email and Read.',
  },
  discord: {
    title: 'Discord',
    console: 'https://discord.com/developers/applications',
    register: 'An application, with the redirect URL under OAuth2.',
  },
  facebook: {
    title: 'Facebook',
    console: 'https://developers.facebook.com/apps',
    register: 'An app with Facebook Login and the permission email. "Require app secret" may be on.',
    notes: `Limited Login of iOS works with ID tokens. ${UNVERIFIED}`,
  },
  figma: {
    title: 'Figma',
    console: 'https://www.figma.com/developers/apps',
    register: 'An app with the scope current_user:read.',
    notes: UNVERIFIED,
  },
  fly: {
    title: 'Fly.io',
    console: 'https://fly.io/docs/reference/extensions_api/',
    register: 'Fly issues clients to its extension partners on request.',
    notes: UNVERIFIED,
  },
  github: {
    title: 'GitHub',
    console: 'https://github.com/settings/developers',
    register: 'An OAuth app, or a GitHub app with the permission "Email addresses: read".',
    notes: 'URL is that of a GitHub Enterprise Server.',
  },
  gitlab: {
    title: 'GitLab',
    console: 'https://gitlab.com/-/user_settings/applications',
    register: 'A confidential application with the scope read_user.',
    notes: 'URL is that of a self-hosted GitLab.',
  },
  google: {
    title: 'Google',
    console: 'https://console.cloud.google.com/auth/clients',
    register: 'An OAuth client of the type "Web application".',
    notes: 'CLIENT_ID may list the ids of Android and iOS apps after that of the web, for sign-in by ID token.',
  },
  kakao: {
    title: 'Kakao',
    console: 'https://developers.kakao.com/console/app',
    register: 'An app with Kakao Login, a client secret, and the consent items nickname, picture and email.',
  },
  keycloak: {
    title: 'Keycloak',
    console: 'https://KEYCLOAK/admin',
    register: 'A confidential OpenID Connect client of your realm.',
    notes: 'URL must be set: https://KEYCLOAK/realms/REALM.',
  },
  linkedin: {
    title: 'LinkedIn (old)',
    console: 'https://www.linkedin.com/developers/apps',
    register: 'An app that still has the scopes r_liteprofile and r_emailaddress; LinkedIn no longer grants them.',
    notes: `Use linkedin_oidc for new apps. ${UNVERIFIED}`,
  },
  linkedin_oidc: {
    title: 'LinkedIn',
    console: 'https://www.linkedin.com/developers/apps',
    register: 'An app with the product Sign In with LinkedIn using OpenID Connect.',
  },
  notion: {
    title: 'Notion',
    console: 'https://www.notion.so/profile/integrations',
    register: 'A public integration that may read user information with email addresses.',
    notes: UNVERIFIED,
  },
  slack: {
    title: 'Slack (old)',
    console: 'https://api.slack.com/apps',
    register: 'An app that predates OpenID Connect.',
    notes: 'Use slack_oidc for new apps.',
  },
  slack_oidc: {
    title: 'Slack',
    console: 'https://api.slack.com/apps',
    register: 'An app with the user scopes openid, email and profile.',
  },
  snapchat: {
    title: 'Snapchat',
    console: 'https://kit.snapchat.com/manage',
    register: 'An app with Login Kit and the scopes external ID, display name and Bitmoji.',
  },
  spotify: {
    title: 'Spotify',
    console: 'https://developer.spotify.com/dashboard',
    register: 'An app for the Web API.',
    notes: 'Spotify does not verify emails, so users must confirm theirs by email.',
  },
  twitch: {
    title: 'Twitch',
    console: 'https://dev.twitch.tv/console/apps',
    register: 'An application of the category Website Integration.',
  },
  twitter: {
    title: 'X (as twitter)',
    console: 'https://developer.x.com/en/portal/projects-and-apps',
    register: 'As for x: the OAuth 2.0 client id and secret, not the API keys of OAuth 1.0a.',
    notes: 'For apps that use the name twitter. Its identities are separate from those of x.',
  },
  vercel_marketplace: {
    title: 'Vercel Marketplace',
    console: 'https://vercel.com/dashboard/integrations/console',
    register: 'An integration of the Marketplace.',
    notes: UNVERIFIED,
  },
  workos: {
    title: 'WorkOS',
    console: 'https://dashboard.workos.com/',
    register: 'An environment with single sign-on.',
    notes:
      'Apps choose the connection by the query parameter connection, organization or provider_id. Emails count as verified only in sign-ins of an organization, whose domains WorkOS checks.',
  },
  x: {
    title: 'X',
    console: 'https://developer.x.com/en/portal/projects-and-apps',
    register: 'An app with user authentication (Web App, read) and "Request email from users".',
  },
  zoom: {
    title: 'Zoom',
    console: 'https://marketplace.zoom.us/develop/create',
    register: 'A general app managed by users, with the scope user:read:user.',
  },
}

/** Returns the guide of every provider, by name. */
export function listProviderGuide(): ProviderGuide[] {
  const variables = listProviderVariables()
  return Object.entries(ENTRIES).map(([name, entry]) => ({
    name,
    notes: '',
    ...entry,
    kind: PROVIDERS[name]?.kind === 'oidc' ? 'OpenID Connect' : 'OAuth 2',
    settings: variables.filter(({ provider }) => provider === name).map(({ name, about }) => ({ name, about })),
    redirectUrl: '<public address>/auth/v1/callback',
  }))
}
