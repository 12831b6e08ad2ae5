/** A form that could not be saved: its fields without passwords and files. */
export interface FailedSave {
  values: Record<string, string>
}
