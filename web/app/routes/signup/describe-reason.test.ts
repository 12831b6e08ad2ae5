import { expect, test } from 'vitest'
import { describeReason } from './describe-reason.ts'

test('says why a visitor is asked to sign up', () => {
  expect(describeReason('/')).toBe('Mark the places you would send a friend to.')
  expect(describeReason('/spot/abc?save=1')).toBe('The spot is saved as soon as you have signed up.')
  expect(describeReason('/spot/abc', 'abc')).toBe('The spot is saved as soon as you have signed up.')
  expect(describeReason('/spot/abc', 'other')).toMatch(/^Members save, review and comment/)
  expect(describeReason('/submit')).toMatch(/^Members add spots/)
  expect(describeReason('/submit?kind=story')).toMatch(/^Members write stories/)
  expect(describeReason('/post/a-walk')).toMatch(/^This story is for members.* then you can read it\.$/)
  expect(describeReason('/account/settings?section=email&code=1')).toMatch(/^Thank you, that is confirmed/)
  expect(describeReason('/account/settings?section=email&message=1')).toMatch(/^Thank you, that is confirmed/)
  expect(describeReason('/account/settings?section=email&error=access_denied&error_code=otp_expired')).toMatch(
    /^That link has expired/,
  )
  expect(describeReason('/account/follow?back=%2Fexplore%3Fby%3Dmara')).toMatch(/^Members follow people/)
  expect(describeReason('/explore?z=4&list=abc')).toMatch(/^Members copy lists/)
  expect(describeReason('/account')).toMatch(/^That page is for members/)
})
