import { expect, test } from 'vitest'
import type { LiveTopic } from './live-topic.ts'
import { createWantedTopics } from './wanted-topics.ts'

const topicOf = (id: string): LiveTopic => ({
  table: 'comments',
  event: 'INSERT',
  filter: `spot_id=eq.${id}`,
  columns: ['id'],
})

test('lists a topic of several tabs once', () => {
  const wanted = createWantedTopics()
  wanted.set('a', [topicOf('1')])
  wanted.set('b', [topicOf('1'), topicOf('2')])
  expect(wanted.list()).toEqual([topicOf('1'), topicOf('2')])
})

test('removes tabs that sent nothing between two calls', () => {
  const wanted = createWantedTopics()
  wanted.set('crashed', [topicOf('1')])
  wanted.set('open', [topicOf('2')])
  wanted.forgetSilentTabs()
  wanted.set('open', [topicOf('2')])
  wanted.forgetSilentTabs()
  expect(wanted.list()).toEqual([topicOf('2')])
})
