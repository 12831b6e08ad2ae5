import type { AuthParts } from '../../kernel/dependencies.ts'

/** The fixed code of a number that the operator set aside for tests; such a number gets no SMS. Contract §6.3. */
export function findTestCode(
  { settings, now }: Pick<AuthParts, 'settings' | 'now'>,
  phone: string,
): string | undefined {
  const { smsTestCodes, smsTestCodesUntil } = settings
  if (smsTestCodesUntil && smsTestCodesUntil < now()) return undefined
  return smsTestCodes.get(phone)
}
