import { expect, test } from 'vitest'
import { parseStorageSettings } from '../settings.ts'

const KEYS = { STORAGE_S3_ACCESS_KEY_ID: 'id', STORAGE_S3_SECRET_ACCESS_KEY: 'secret' }

test('stores files on disk unless S3 is set', () => {
  expect(parseStorageSettings({})).toMatchObject({ fileSizeLimitBytes: 50 * 1024 * 1024, s3: undefined })
})

test('requires an endpoint for S3 stores other than Amazon', () => {
  expect(parseStorageSettings({ ...KEYS, STORAGE_S3_BUCKET: 'files' }).s3).toEqual({
    bucket: 'files',
    endpoint: undefined,
    region: 'us-east-1',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
    forcePathStyle: false,
  })
  const other = { ...KEYS, STORAGE_S3_BUCKET: 'files', STORAGE_S3_ENDPOINT: 'https://s3.example.org' }
  expect(parseStorageSettings(other).s3?.forcePathStyle).toBe(true)
  expect(parseStorageSettings({ ...other, STORAGE_S3_FORCE_PATH_STYLE: 'false' }).s3?.forcePathStyle).toBe(false)
})

test('rejects incomplete or invalid S3 settings and reports their names', () => {
  expect(() => parseStorageSettings({ STORAGE_S3_BUCKET: 'files' })).toThrow(
    'STORAGE_S3_ACCESS_KEY_ID: is needed when files are kept in S3\n  STORAGE_S3_SECRET_ACCESS_KEY: is needed',
  )
  expect(() => parseStorageSettings(KEYS)).toThrow('STORAGE_S3_BUCKET: is needed')
  expect(() => parseStorageSettings({ ...KEYS, STORAGE_S3_BUCKET: 'Not A Bucket' })).toThrow('STORAGE_S3_BUCKET: must')
  expect(() => parseStorageSettings({ STORAGE_FILE_SIZE_LIMIT: 'much' })).toThrow('STORAGE_FILE_SIZE_LIMIT: must be')
})
