import * as v from 'valibot'
import { findData, type Supabase } from '#app/lib/supabase.ts'

const Facts = v.object({
  is_hidden: v.boolean(),
  site_name: v.string(),
  contact: v.nullable(v.string()),
  registration: v.picklist(['open', 'invitation', 'closed']),
  is_named: v.boolean(),
  is_reviewed: v.boolean(),
  has_spot: v.boolean(),
  has_import: v.boolean(),
  has_invited: v.boolean(),
  has_demo: v.boolean(),
})

type Facts = v.InferOutput<typeof Facts>

/** One of the first steps of a new site. */
export interface FirstStep {
  title: string
  about: string
  to: { pathname: string; search?: string; hash?: string }
  /** The label of its link once it is done: settings can be changed, other pages only opened again. */
  doneLabel: 'Change' | 'Open'
  isDone: boolean
}

export interface FirstSteps {
  isHidden: boolean
  steps: FirstStep[]
}

const REGISTRATION = {
  open: 'Open: anyone can join',
  invitation: 'By invitation',
  closed: 'Closed: no one can join',
} as const

/** Returns the first steps of a new site for its administrators; null for everyone else. */
export async function findFirstSteps(supabase: Supabase): Promise<FirstSteps | null> {
  const facts = v.parse(v.nullable(Facts), findData(await supabase.rpc('first_steps')))
  return facts && { isHidden: facts.is_hidden, steps: listFirstSteps(facts) }
}

function listFirstSteps(facts: Facts): FirstStep[] {
  const settings = { pathname: '/account/moderation/settings', search: '' }
  return [
    {
      title: 'Name your site',
      about: [facts.site_name, facts.contact].filter(Boolean).join(', '),
      to: settings,
      doneLabel: 'Change',
      isDone: facts.is_named,
    },
    {
      title: 'Choose who can join',
      about: facts.is_reviewed ? REGISTRATION[facts.registration] : 'Open, invitation or closed',
      to: settings,
      doneLabel: 'Change',
      isDone: facts.is_reviewed,
    },
    {
      title: 'Mark the first spot',
      about: 'One good one says more than a page of rules',
      to: { pathname: '/submit' },
      doneLabel: 'Open',
      isDone: facts.has_spot,
    },
    {
      title: 'Import what you have',
      about: 'Google Takeout, GPX, KML and more',
      to: { pathname: '/account/settings/import' },
      doneLabel: 'Open',
      isDone: facts.has_import,
    },
    {
      title: 'Invite two friends',
      about: 'One of them as moderator',
      to: { ...settings, hash: '#invitations' },
      doneLabel: 'Open',
      isDone: facts.has_invited,
    },
    {
      title: 'Fill it with demo places',
      about: 'And remove them again with one button',
      to: { pathname: '/debug-seed' },
      doneLabel: 'Open',
      isDone: facts.has_demo,
    },
  ]
}
