import { featureNotEnabled } from '../errors.ts'
import type { Endpoint } from '../requests/endpoint.ts'

/** Rejects lifecycle rules for old versions, as upstream does where the feature is off. */
export const bucketLifecycle: Endpoint = {
  operation: 'storage.bucket.lifecycle',
  async handle() {
    throw featureNotEnabled('object lifecycles')
  },
}
