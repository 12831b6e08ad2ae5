import { CONTENT_LIMITS } from '#app/lib/content-limits.ts'
import { DataError, type Supabase } from '#app/lib/supabase.ts'
import { isLocalCover } from '../cover/local-cover.ts'
import { findLocalCopy, toLocalKey } from './draft-address.ts'
import { addEarlyChanges } from './early-changes.ts'
import { type DraftState, describeFailure } from './save-failure.ts'
import { type PublishedStory, publishStory, type SavedStory, type StoryIdentity, saveStory } from './story-commands.ts'
import type { LocalCopies } from './story-draft-store.ts'
import {
  EMPTY_STORY,
  isVersionOf,
  type StoryEditorPage,
  type StoryFields,
  toDraftInput,
  toStoryFields,
} from './story-fields.ts'

/** The pause of the writer after which a draft is sent to the server. */
const SAVE_AFTER_MS = 1500
const RETRY_AFTER_MS = 15_000

/** Text that replaces that of the editor: a restored draft, or the version of another tab. */
interface ReplacedText {
  body: string
  key: number
}

/** The data of a draft that the editor shows. */
export interface DraftView {
  fields: StoryFields
  state: DraftState
  replaced: ReplacedText | undefined
  /** False until the copy on this device was looked up. */
  isReady: boolean
}

/** The start of a draft, and the server and device that it is saved on. */
interface DraftOrigin {
  /** The story on the server, or null for a new one. */
  page: StoryEditorPage | null
  submissionKey: string
  /** The values of a rejected form without JavaScript. */
  typed?: Partial<StoryFields> | undefined
  getClient: () => Promise<Supabase>
  copies: LocalCopies
  /** Called with the id of a new story after it was saved for the first time. */
  onCreate: (id: string) => void
}

/**
 * Keeps a story on this device and on the server while it is written. A version that another tab has saved since is
 * not overwritten: the state becomes `newer` until the writer chooses.
 */
export class DraftSync {
  readonly #origin: DraftOrigin
  readonly #first: StoryFields
  readonly #listeners = new Set<() => void>()
  #view: DraftView
  #identity: StoryIdentity
  /** The fields that the server has, as JSON. */
  #saved: string
  #restored: Promise<void> | undefined
  #running: Promise<void> | undefined
  /** The fields last sent, until a response comes. After a lost response the server may have them. */
  #unanswered: StoryFields | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  /** True while the editor is open. A draft saved later would look like the version of another tab when it opens again. */
  #isOpen = false
  /** True from the request to publish until it fails, and for a deleted story. No draft may be saved after either. */
  #isFinished = false

  constructor(origin: DraftOrigin) {
    const { page, submissionKey, typed } = origin
    const stored = page ? toStoryFields(page) : EMPTY_STORY
    this.#origin = origin
    this.#first = { ...stored, ...typed }
    this.#saved = JSON.stringify(stored)
    this.#identity = toIdentity(page, submissionKey)
    this.#view = { fields: this.#first, state: { kind: 'untouched' }, replaced: undefined, isReady: false }
  }

  /** The id once the story exists on the server. */
  get id(): string | null {
    return this.#identity.id
  }

  get isSaved(): boolean {
    return JSON.stringify(this.#view.fields) === this.#saved
  }

  readonly getView = (): DraftView => this.#view

  /** Calls the listener after each change of the view. Returns the function that ends it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Shows the copy on this device, if there is one. */
  restore(): Promise<void> {
    this.#restored ??= this.#restoreCopy()
    return this.#restored
  }

  readonly change = (changes: Partial<StoryFields>): void =>
    this.#show({ fields: { ...this.#view.fields, ...changes } })

  /** Saves the fields on this device. */
  async saveLocally(fields: StoryFields): Promise<void> {
    const copy = { ...this.#identity, fields, sent: this.#unanswered, keptAt: Date.now() }
    await this.#origin.copies.save(toLocalKey(this.#identity, this.#view.state.kind === 'newer'), copy)
  }

  /**
   * Starts to save when the writer pauses, and after failures. Returns the function that ends it when the writer leaves:
   * this device then keeps what the server does not have.
   */
  saveAutomatically(): () => void {
    this.#isOpen = true
    return () => {
      this.#isOpen = false
      this.cancelSave()
      const { fields, isReady } = this.#view
      if (isReady && !this.isSaved && !this.#isFinished) void this.saveLocally(fields)
    }
  }

  /** Sends the fields to the server once the writer pauses. */
  saveSoon(): void {
    this.#saveAfter(SAVE_AFTER_MS)
  }

  /** Cancels the next save. */
  cancelSave(): void {
    clearTimeout(this.#timer)
  }

  /** Sends the fields to the server, unless it has them. The state says how it went. */
  async save(): Promise<void> {
    this.cancelSave()
    if (this.#isFinished) return
    if (this.#running === undefined) {
      if (this.isSaved) return
      this.#show({ state: { kind: 'saving' } })
      this.#running = this.#send(this.#view.fields).finally(() => {
        this.#running = undefined
      })
    }
    await this.#running
  }

  /** Overwrites the version of the other tab with this one. */
  async overwriteNewer(): Promise<void> {
    const { state } = this.#view
    if (state.kind !== 'newer') return
    const { version, base_version } = state.page
    this.#identity = { ...this.#identity, version, baseVersion: base_version }
    this.#saved = ''
    this.#show({ state: { kind: 'saving' } })
    await Promise.all([this.save(), this.#origin.copies.delete(toLocalKey(this.#identity, true))])
  }

  /** Replaces the fields by the version of the other tab. */
  async acceptNewer(): Promise<void> {
    const { state } = this.#view
    if (state.kind !== 'newer') return
    const fields = toStoryFields(state.page)
    this.#identity = toIdentity(state.page, this.#identity.submissionKey)
    this.#saved = JSON.stringify(fields)
    this.#replace(fields)
    this.#show({ state: { kind: 'saved', at: Date.parse(state.page.saved_at) } })
    for (const hasNewer of [true, false]) await this.#origin.copies.delete(toLocalKey(this.#identity, hasNewer))
  }

  /** Publishes the story. Throws a DataError; the state then says why. */
  async publish(): Promise<PublishedStory> {
    this.#isFinished = true
    await this.#running
    const { copies, getClient } = this.#origin
    try {
      const story = await publishStory(await getClient(), toDraftInput(this.#view.fields), this.#identity)
      await Promise.all([copies.delete(story.id), copies.delete('new')])
      return story
    } catch (error) {
      this.#showFailure(error, await describeFailure(error, this.#identity.id, getClient))
      this.#isFinished = false
      throw error
    }
  }

  /** Deletes the copy on this device while the story is being deleted. */
  async discard(): Promise<void> {
    this.#isFinished = true
    await this.#origin.copies.delete(toLocalKey(this.#identity))
  }

  /** Saves the story again after it could not be deleted. */
  async resume(): Promise<void> {
    this.#isFinished = false
    if (!this.isSaved) await this.saveLocally(this.#view.fields)
    this.saveSoon()
  }

  async #restoreCopy(): Promise<void> {
    const copy = await findLocalCopy(this.#origin.copies, this.#identity)
    if (copy) {
      const { page } = this.#origin
      const isOwnVersion = page && [copy.fields, copy.sent].some((fields) => fields && isVersionOf(page, fields))
      // Based on the draft's own version: if the server has one of another tab, saving reports it.
      this.#identity = {
        id: this.#identity.id ?? copy.id,
        submissionKey: copy.submissionKey,
        version: (isOwnVersion ? null : copy.version) ?? this.#identity.version,
        baseVersion: (isOwnVersion ? null : copy.baseVersion) ?? this.#identity.baseVersion,
      }
      this.#unanswered = copy.sent
      this.#replace(addEarlyChanges(copy.fields, this.#first, this.#view.fields))
    }
    this.#show({ isReady: true })
  }

  async #send(sent: StoryFields): Promise<void> {
    const before = this.#unanswered
    this.#unanswered = sent
    const { getClient } = this.#origin
    try {
      await this.#finishSave(sent, await saveStory(await getClient(), toDraftInput(sent), this.#identity))
    } catch (error) {
      const state = await describeFailure(error, this.#identity.id, getClient)
      if (state.kind === 'newer' && [sent, before].some((fields) => fields && isVersionOf(state.page, fields))) {
        // The newer version is this tab's own: the response to saving it was lost, for example in a reload.
        this.#identity = toIdentity(state.page, this.#identity.submissionKey)
        return await this.#send(this.#view.fields)
      }
      this.#showFailure(error, state)
    }
  }

  /** Shows why the story was not saved. It is sent again later, unless the writer has to choose a version. */
  #showFailure(error: unknown, state: DraftState): void {
    this.#show({ state })
    if (!(error instanceof DataError && error.code === 'PT409')) this.#saveAfter(RETRY_AFTER_MS)
  }

  async #finishSave(sent: StoryFields, { id, version, base_version, saved_at }: SavedStory): Promise<void> {
    const { copies, onCreate } = this.#origin
    const isNew = this.#identity.id === null
    this.#identity = { ...this.#identity, id, version, baseVersion: base_version }
    this.#saved = JSON.stringify(sent)
    this.#unanswered = undefined
    if (isNew) {
      onCreate(id)
      await copies.delete('new')
    }
    if (isOnlyPartlySent(sent)) await this.saveLocally(this.#view.fields)
    else if (this.#view.fields === sent) await copies.delete(id)
    this.#show({ state: { kind: 'saved', at: Date.parse(saved_at) } })
    if (this.#view.fields !== sent) this.saveSoon()
  }

  #saveAfter(milliseconds: number): void {
    this.cancelSave()
    if (this.#isOpen) this.#timer = setTimeout(() => void this.save(), milliseconds)
  }

  #replace(fields: StoryFields): void {
    const key = (this.#view.replaced?.key ?? 0) + 1
    this.#show({ fields, replaced: { body: fields.body, key } })
  }

  #show(changes: Partial<DraftView>): void {
    this.#view = { ...this.#view, ...changes }
    for (const listener of this.#listeners) listener()
  }
}

/** The server gets only the start of a long text, and no cover that is still on this device. */
function isOnlyPartlySent({ body, cover }: StoryFields): boolean {
  return body.length > CONTENT_LIMITS['posts.body'] || isLocalCover(cover)
}

function toIdentity(page: StoryEditorPage | null, submissionKey: string): StoryIdentity {
  return {
    id: page?.id ?? null,
    submissionKey,
    version: page?.version ?? null,
    baseVersion: page?.base_version ?? null,
  }
}
