/** The layers of each service from top to bottom. A layer imports only from the layers below it. */
export const LAYERS: Record<string, readonly string[]> = {
  'backend/src/auth': ['service', 'routes', 'flows', 'requests', 'domain', 'tables', 'kernel', 'settings', 'errors'],
  'backend/src/rest': ['service', 'handle-request', 'respond', 'execute', 'render', 'plan', 'parse', 'schema', 'http'],
  'backend/src/storage': [
    ...['service', 'routes', 'chores', 'render', 'resumable', 'signed', 'objects', 'buckets', 'upload', 'requests'],
    ...['tables', 'images', 'blobs', 'settings', 'kernel', 'errors'],
  ],
  'backend/src/functions': ['service', 'routes', 'invoke', 'runtimes', 'loader', 'project', 'settings', 'errors'],
  'backend/src/realtime': [
    ...[
      'service',
      'open-sources',
      'routes',
      'api',
      'sockets',
      'channels',
      'changes',
      'cluster',
      'stream',
      'authorization',
      'protocol',
    ],
    ...['kernel', 'settings', 'errors'],
  ],
}
