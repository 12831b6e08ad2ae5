import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Small files with the longest tests, in the order in which they start. If they started last, each would run alone. */
const SLOW_FILES = [
  'storage/test/blobs/s3-surface.test.ts',
  'storage/test/blobs/crash.test.ts',
  'supabase/tests/visibility-matrix.test.ts',
  'web/tools/gallery/gallery.test.ts',
  'scripts/import/import-places.test.ts',
  'scripts/admin/run-admin.test.ts',
  'scripts/doctor.test.ts',
  'backend/test/startup-crash.test.ts',
  'backend/test/startup-folder.test.ts',
  'backend/test/startup-settings.test.ts',
  'backend/src/cities/load-first-cities.test.ts',
  'web/app/features/media/processing/photo-processing.test.ts',
]

/** Starts the slow files first. Vitest orders files by their size when it has no durations of an earlier run. */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => rank(a) - rank(b))
  }
}

function rank({ moduleId }: TestSpecification): number {
  const index = SLOW_FILES.findIndex((path) => moduleId.endsWith(path))
  return index < 0 ? SLOW_FILES.length : index
}
