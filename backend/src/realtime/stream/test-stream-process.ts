/** Streams changes until it is killed. Started by kill.test.ts with socket, port and database. */
import { createLog } from '../../http/log.ts'
import { openDatabase } from '../../postgres/database.ts'
import { createLogicalSource } from './logical-source.ts'

const [, , socket = '', port = '', name = ''] = process.argv
const database = openDatabase({ socket, port: Number(port), database: name }, 'seed of test passwords')
const open = () => database.replicate('supabase_realtime_admin')
await createLogicalSource({ open, log: createLog('error') }).whenLive()
process.send?.('live')
