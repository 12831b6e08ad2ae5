import type { Claims } from '../../http/tokens.ts'
import type { RoomMessage } from './cluster.ts'

/** Reads broadcasts of a private room that were stored since `since` (ms), oldest first, the newest `limit` of them. */
export type Replay = (topic: string, since: number, limit: number, claims: Claims) => Promise<RoomMessage[]>
