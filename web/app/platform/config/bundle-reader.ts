/** A bundle of another site, before an administrator subscribes to it. */
export interface BundlePreview {
  address: string
  title: string
  originName: string
  originUrl: string
  licenses: string[]
  spotCount: number
  /** The titles of its first spots. */
  samples: string[]
  /** The origin's Ed25519 key in base64url. Updates must be signed with it. */
  publicKey: string
}

/** Reads bundles of other sites. Both methods throw errors whose messages are sentences for the administrator. */
export interface BundleReader {
  preview(address: string): Promise<BundlePreview>
  /** Updates a subscription now. A failure is recorded with the subscription. */
  update(subscriptionId: string): Promise<void>
}
