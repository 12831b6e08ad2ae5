import { getTopicName, type LiveTopic } from './live-topic.ts'

/** The topics that the tabs of a browser follow, as their leader knows them. */
export interface WantedTopics {
  set(tab: string, topics: readonly LiveTopic[]): void
  /** Returns every topic once. */
  list(): LiveTopic[]
  /** Removes the tabs that have sent nothing since the last call, because they crashed or were frozen. */
  forgetSilentTabs(): void
}

export function createWantedTopics(): WantedTopics {
  const tabs = new Map<string, readonly LiveTopic[]>()
  let heard = new Set<string>()
  return {
    set(tab, topics) {
      heard.add(tab)
      if (topics.length > 0) tabs.set(tab, topics)
      else tabs.delete(tab)
    },
    list: () => [...new Map([...tabs.values()].flat().map((topic) => [getTopicName(topic), topic])).values()],
    forgetSilentTabs() {
      for (const tab of tabs.keys()) if (!heard.has(tab)) tabs.delete(tab)
      heard = new Set()
    },
  }
}
