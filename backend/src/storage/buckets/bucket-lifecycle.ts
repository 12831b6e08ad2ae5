import { featureNotEnabled } from '../errors.ts'
import type { Endpoint } from '../requests/endpoint.ts'

/** Rules for old versions of objects, of which there are none: upstream answers so where the feature is off. */
export const bucketLifecycle: Endpoint = {
  operation: 'storage.bucket.lifecycle',
  async handle() {
    throw featureNotEnabled('object lifecycles')
  },
}
