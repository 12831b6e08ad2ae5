import * as v from 'valibot'

const Hosted = v.object({
  SUPABASE_URL: v.pipe(v.string(), v.url('must be a URL such as https://project.supabase.co')),
  SUPABASE_PUBLISHABLE_KEY: v.string('is needed beside SUPABASE_URL'),
  SUPABASE_SECRET_KEY: v.string('is needed beside SUPABASE_URL'),
})

/** Where a hosted Supabase project is and its keys. */
export interface HostedProject {
  url: string
  publishableKey: string
  secretKey: string
}

/** The hosted project that the environment names; undefined when the backend runs in this process. Throws a sentence. */
export function findHostedProject(environment: Record<string, string | undefined>): HostedProject | undefined {
  if (!environment.SUPABASE_URL) return undefined
  const parsed = v.safeParse(Hosted, environment)
  if (!parsed.success) {
    const lines = parsed.issues.map((issue) => `  ${v.getDotPath(issue)}: ${issue.message}`)
    throw new Error(`Settings that are wrong:\n${lines.join('\n')}`)
  }
  const { SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY: publishableKey, SUPABASE_SECRET_KEY: secretKey } = parsed.output
  return { url: url.replace(/\/$/, ''), publishableKey, secretKey }
}
