import { PageForm } from '#app/platform/navigation/page-form.tsx'
import { Button } from '#app/ui/buttons/button.tsx'

/** A button that changes an import: pause it, or go on. */
export function ImportCommand({ id, intent, label }: { id: string; intent: string; label: string }) {
  return (
    <PageForm method="post">
      <input type="hidden" name="id" value={id} />
      <Button type="submit" name="intent" value={intent}>
        {label}
      </Button>
    </PageForm>
  )
}
