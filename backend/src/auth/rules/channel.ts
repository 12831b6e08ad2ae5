import { errors } from '../errors.ts'

/** The way of a code to a phone. WhatsApp needs a provider that has it. Contract §6.1. */
export function requireChannel(channel: string | undefined): void {
  if (channel && channel !== 'sms') throw errors.validation('Invalid channel, supported values are "sms"')
}
