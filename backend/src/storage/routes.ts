import { Hono } from 'hono'
import { bucketLifecycle } from './buckets/bucket-lifecycle.ts'
import { createBucket } from './buckets/create-bucket.ts'
import { deleteBucket } from './buckets/delete-bucket.ts'
import { emptyBucket } from './buckets/empty-bucket.ts'
import { getBucket } from './buckets/get-bucket.ts'
import { listBuckets } from './buckets/list-buckets.ts'
import { updateBucket } from './buckets/update-bucket.ts'
import { asUser } from './kernel/scope.ts'
import { copyObject } from './objects/copy-object.ts'
import { deleteManyObjects } from './objects/delete-many-objects.ts'
import { deleteObject } from './objects/delete-object.ts'
import { downloadObject, downloadPublicObject, downloadSignedObject } from './objects/download-object.ts'
import { getObjectInfo, getPublicObjectInfo } from './objects/get-object-info.ts'
import { listObjects } from './objects/list-objects.ts'
import { listObjectsV2 } from './objects/list-objects-v2.ts'
import { moveObject } from './objects/move-object.ts'
import { purgeRenders, renderAuthenticatedImage, renderPublicImage, renderSignedImage } from './render/render-image.ts'
import { CORS } from './requests/cors.ts'
import type { StorageDependencies } from './requests/dependencies.ts'
import type { Endpoint } from './requests/endpoint.ts'
import { BASE_PATH, createGuards } from './requests/guards.ts'
import { renderError, renderUnknownRoute } from './requests/render-error.ts'
import { renderPlainError } from './resumable/plain-error.ts'
import { resumableUpload, signedResumableUpload } from './resumable/resumable-endpoints.ts'
import { signManyUrls } from './signed/sign-many-urls.ts'
import { signUploadUrl } from './signed/sign-upload-url.ts'
import { signUrl } from './signed/sign-url.ts'
import { uploadToSignedUrl } from './signed/upload-to-signed-url.ts'
import { replaceObject, uploadObject } from './upload/upload-object.ts'

/**
 * Maps every URL of the service to its guard and endpoint. Order matters: words such as `sign` precede the parameter
 * for the bucket. Keys match any character, even line breaks, so that the endpoint can report what is wrong.
 */
export function createRoutes(dependencies: StorageDependencies): Hono {
  const { authenticated, optional, open, serviceRole } = createGuards(dependencies)
  const app = new Hono().basePath(BASE_PATH)
  // Before CORS, whose preflight response would hide that of tus: its clients use OPTIONS to query capabilities.
  app.options('/upload/resumable/sign', open(signedResumableUpload('storage.tus.options')))
  app.options('/upload/resumable/sign/:key', open(signedResumableUpload('storage.tus.options')))
  app.options('/upload/resumable', open(resumableUpload('storage.tus.options')))
  app.options('/upload/resumable/:key', open(resumableUpload('storage.tus.options')))
  app.use(CORS)
  app.onError((error, { req }) =>
    req.path.startsWith(`${BASE_PATH}/upload/resumable`)
      ? renderPlainError(error, dependencies.log)
      : renderError(error, req.method, dependencies.log),
  )
  app.notFound((context) => renderUnknownRoute(context.req.raw, BASE_PATH))

  app.get('/status', (context) => context.body(null, 200))
  app.get('/version', (context) => context.text('1'))
  app.get('/health', open(getHealth))

  app.post('/bucket', authenticated(createBucket))
  app.get('/bucket', authenticated(listBuckets))
  app.get('/bucket/:bucket', authenticated(getBucket))
  app.put('/bucket/:bucket', authenticated(updateBucket))
  app.delete('/bucket/:bucket', authenticated(deleteBucket))
  app.post('/bucket/:bucket/empty', serviceRole(emptyBucket))

  for (const method of ['GET', 'PUT', 'DELETE'])
    app.on(method, '/bucket/:bucket/lifecycle', authenticated(bucketLifecycle))

  app.post('/object/upload/sign/:bucket/:key{[^]+}', authenticated(signUploadUrl))
  app.put('/object/upload/sign/:bucket/:key{[^]+}', open(uploadToSignedUrl))
  app.post('/object/sign/:bucket', authenticated(signManyUrls))
  app.post('/object/sign/:bucket/:key{[^]+}', authenticated(signUrl))
  app.get('/object/sign/:bucket/:key{[^]+}', open(downloadSignedObject))

  app.post('/object/list/:bucket', authenticated(listObjects))
  app.post('/object/list-v2/:bucket', authenticated(listObjectsV2))
  app.post('/object/move', authenticated(moveObject))
  app.post('/object/copy', authenticated(copyObject))

  app.get('/object/info/public/:bucket/:key{[^]+}', open(getPublicObjectInfo))
  app.get('/object/info/authenticated/:bucket/:key{[^]+}', authenticated(getObjectInfo))
  app.get('/object/info/:bucket/:key{[^]+}', optional(getObjectInfo))
  app.get('/object/public/:bucket/:key{[^]+}', open(downloadPublicObject))
  app.get('/object/authenticated/:bucket/:key{[^]+}', authenticated(downloadObject))
  app.get('/object/:bucket/:key{[^]+}', optional(downloadObject))

  app.post('/object/:bucket/:key{[^]+}', authenticated(uploadObject))
  app.put('/object/:bucket/:key{[^]+}', authenticated(replaceObject))
  app.delete('/object/:bucket/:key{[^]+}', authenticated(deleteObject))
  app.delete('/object/:bucket', authenticated(deleteManyObjects))

  app.post('/upload/resumable/sign', open(signedResumableUpload('storage.tus.upload.create')))
  app.get('/upload/resumable/sign/:key', open(signedResumableUpload('storage.tus.upload.get')))
  app.patch('/upload/resumable/sign/:key', open(signedResumableUpload('storage.tus.upload.part')))
  app.delete('/upload/resumable/sign/:key', open(signedResumableUpload('storage.tus.upload.delete')))
  app.post('/upload/resumable', authenticated(resumableUpload('storage.tus.upload.create')))
  app.get('/upload/resumable/:key', authenticated(resumableUpload('storage.tus.upload.get')))
  app.patch('/upload/resumable/:key', authenticated(resumableUpload('storage.tus.upload.part')))
  app.delete('/upload/resumable/:key', authenticated(resumableUpload('storage.tus.upload.delete')))

  app.get('/render/image/public/:bucket/:key{[^]+}', open(renderPublicImage))
  app.get('/render/image/authenticated/:bucket/:key{[^]+}', authenticated(renderAuthenticatedImage))
  app.get('/render/image/sign/:bucket/:key{[^]+}', open(renderSignedImage))

  app.delete('/cdn/*', serviceRole(purgeRenders))
  return app
}

/** Health check for load balancers: queries the database and writes to the blob store. */
const getHealth: Endpoint = {
  operation: 'storage.health',
  async handle({ sql, blobs }, { scope }) {
    await asUser(sql, scope, (tx) => tx`select 1`)
    await blobs.check()
    return Response.json({ healthy: true })
  },
}
