/** Moves the focus of the story form forwards (1) or backwards (-1) between text, toolbar and map. */
export function moveFocus(form: HTMLFormElement | null, step: 1 | -1): void {
  const stations = [
    form?.querySelector<HTMLElement>('.ProseMirror, .compose-text'),
    form?.querySelector<HTMLElement>('.compose-toolbar [tabindex="0"]'),
    form?.parentElement?.querySelector<HTMLElement>('.compose-map'),
  ].filter((station): station is HTMLElement => station instanceof HTMLElement)
  const at = stations.findIndex((station) =>
    (station.closest('.compose-toolbar') ?? station).contains(document.activeElement),
  )
  stations[(at + step + stations.length) % stations.length]?.focus()
}
