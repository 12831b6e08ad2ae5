import type { Format } from '../http/media-types.ts'
import type { Preferences } from '../http/preferences.ts'
import type { Plan } from '../plan/plan.ts'

/** The parts of a request that its response depends on. */
export interface ResponseContext {
  method: string
  plan: Plan
  format: Format
  preferences: Preferences
  maxRows: number | undefined
  /** The schema, if the response names it. */
  profile: string | undefined
  contentLocation: string | undefined
  allowsTxOverride: boolean
}
