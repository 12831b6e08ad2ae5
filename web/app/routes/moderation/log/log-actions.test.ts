import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { describeLogAction, describeLogReason, LOG_ACTIONS } from './log-actions.ts'

const SCHEMA = resolve(import.meta.dirname, '../../../../../supabase/schema.sql')

test('filters by every action that the database logs by name, and has words for it', () => {
  const calls = /private\.(?:log_moderation\(|write_moderation_log\([^,]+, )'([a-z-]+)'/g
  const logged = [...readFileSync(SCHEMA, 'utf8').matchAll(calls)].map(([, name]) => name)
  expect(logged).toContain('merge')
  for (const action of logged) expect(LOG_ACTIONS).toHaveProperty([String(action)])
})

test('writes an action in the past tense', () => {
  expect(['merge', 'accept-suggestion', 'kept', 'some-later-one'].map(describeLogAction)).toEqual([
    'merged',
    'accepted a suggestion',
    'kept',
    'some later one',
  ])
})

test('writes the undone action as the reason of an undone decision', () => {
  expect(describeLogReason({ action: 'undid', reason: 'changed-role' })).toBe('changed the role')
  expect(describeLogReason({ action: 'warned', reason: 'merge' })).toBe('merge')
})
