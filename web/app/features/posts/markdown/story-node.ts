type Attributes = Record<string, string | number | boolean | null>

/** A mark of text in the editor's document. */
export interface StoryMark {
  type: string
  attrs?: Attributes
}

/** A node of the editor's document, as Tiptap's JSON has it. */
export interface StoryNode {
  type: string
  attrs?: Attributes
  content?: StoryNode[]
  marks?: StoryMark[]
  text?: string
}
