import { getTopicName, type LiveRow, type LiveTopic, type OnLiveChange } from './live-topic.ts'

/** The topics that this tab's screens follow. It loads with the screens, the connection only later. */
export interface TopicWatchers {
  /** Follows a topic. Returns a function that unfollows it. */
  watch(topic: LiveTopic, onChange: OnLiveChange): () => void
  list(): LiveTopic[]
  /** Passes a change to the watchers of the topic with this name. */
  emit(name: string, row: LiveRow | null): void
  /** Notifies all watchers that changes may have been missed. */
  emitGap(): void
  /**
   * Calls the listener after the list has changed, once for all changes of a render. Returns a function that removes
   * it.
   */
  onTopics(listener: () => void): () => void
}

export function createTopicWatchers(): TopicWatchers {
  const followed = new Map<string, { topic: LiveTopic; callbacks: Set<OnLiveChange> }>()
  const listeners = new Set<() => void>()
  let isTelling = false
  const notifyLater = () => {
    if (isTelling) return
    isTelling = true
    queueMicrotask(() => {
      isTelling = false
      for (const listener of listeners) listener()
    })
  }
  const emit = (name: string, row: LiveRow | null) => {
    for (const callback of followed.get(name)?.callbacks ?? []) callback(row)
  }
  return {
    watch(topic, onChange) {
      const name = getTopicName(topic)
      const entry = followed.get(name) ?? { topic, callbacks: new Set() }
      followed.set(name, entry)
      entry.callbacks.add(onChange)
      notifyLater()
      return () => {
        entry.callbacks.delete(onChange)
        if (entry.callbacks.size === 0 && followed.get(name) === entry) followed.delete(name)
        notifyLater()
      }
    },
    list: () => [...followed.values()].map(({ topic }) => topic),
    emit,
    emitGap() {
      for (const name of followed.keys()) emit(name, null)
    },
    onTopics(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** The topics of this tab. Empty on the server, where no effect runs. */
export const topicWatchers = createTopicWatchers()
