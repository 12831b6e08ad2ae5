import * as v from 'valibot'
import { List } from '../../http/parse-settings.ts'
import { Count, DurationMs, Flag, HttpUrl, setting, Text, TimeoutMs } from './setting.ts'

const SmsProvider = v.picklist(
  ['outbox', 'http', 'twilio', 'twilio_verify', 'messagebird', 'textlocal', 'vonage'],
  'must be outbox, http, twilio, twilio_verify, messagebird, textlocal or vonage',
)
/** Digits of a number without the plus, and its code. */
const TestCodes = v.pipe(
  List,
  v.everyItem((item) => /^\+?[1-9]\d{1,14}[:=]\d{6,10}$/.test(item), 'must be comma-separated phone:code pairs'),
  v.transform((items) => new Map(items.map((item) => toPair(item)))),
)
const Time = v.pipe(
  v.string(),
  v.isoTimestamp('must be a time such as 2027-01-31T12:00:00Z'),
  v.transform((text) => new Date(text)),
)

function toPair(item: string): [string, string] {
  const [phone = '', code = ''] = item.replace(/^\+/, '').split(/[:=]/)
  return [phone, code]
}

/** SMS: their codes, providers, and the settings that each provider requires. */
export const SMS_SETTINGS = {
  smsAutoconfirm: setting('GOTRUE_SMS_AUTOCONFIRM', Flag, 'false', 'Confirms phones automatically.'),
  smsOtpExpiryMs: setting('GOTRUE_SMS_OTP_EXP', DurationMs, '60', 'Lifetime of codes sent by SMS.'),
  smsOtpLength: setting('GOTRUE_SMS_OTP_LENGTH', Count, '6', 'Number of digits of codes sent by SMS, 6 to 10.'),
  smsMaxFrequencyMs: setting(
    'GOTRUE_SMS_MAX_FREQUENCY',
    DurationMs,
    '60s',
    'Minimum time between two SMS of the same type to an account.',
  ),
  smsTemplate: setting(
    'GOTRUE_SMS_TEMPLATE',
    Text,
    'Your code is {{ .Code }}',
    'Text of an SMS. By default it also contains the name of the site.',
  ),
  smsProvider: setting(
    'GOTRUE_SMS_PROVIDER',
    SmsProvider,
    'outbox',
    'SMS provider: twilio, twilio_verify, messagebird, textlocal, vonage, http (your own service), or outbox, which stores messages without sending them.',
  ),
  smsEndpoint: setting(
    'GOTRUE_SMS_ENDPOINT',
    HttpUrl,
    undefined,
    'Base URL of the provider instead of its public one. For `http`, the URL that receives {"phone","message","channel"}.',
  ),
  smsTimeoutMs: setting('GOTRUE_SMS_TIMEOUT', TimeoutMs, '5s', 'Timeout of the provider.'),
  smsTestCodes: setting(
    'GOTRUE_SMS_TEST_OTP',
    TestCodes,
    '',
    'Test numbers with a fixed code and no SMS: comma-separated phone:code pairs.',
  ),
  smsTestCodesUntil: setting(
    'GOTRUE_SMS_TEST_OTP_VALID_UNTIL',
    Time,
    undefined,
    'Time at which the test codes expire. Defaults to never.',
  ),
  smsHttpToken: setting('GOTRUE_SMS_HTTP_TOKEN', Text, '', 'Bearer token for your own SMS service.'),
  twilioAccount: setting(
    ['GOTRUE_SMS_TWILIO_ACCOUNT_SID', 'GOTRUE_SMS_TWILIO_VERIFY_ACCOUNT_SID'],
    Text,
    '',
    'Twilio: account SID.',
  ),
  twilioToken: setting(
    ['GOTRUE_SMS_TWILIO_AUTH_TOKEN', 'GOTRUE_SMS_TWILIO_VERIFY_AUTH_TOKEN'],
    Text,
    '',
    'Twilio: auth token.',
  ),
  twilioService: setting(
    ['GOTRUE_SMS_TWILIO_MESSAGE_SERVICE_SID', 'GOTRUE_SMS_TWILIO_VERIFY_MESSAGE_SERVICE_SID'],
    Text,
    '',
    'Twilio: SID of the messaging service, or the sending number. For twilio_verify, the SID of the Verify service.',
  ),
  twilioContent: setting(
    'GOTRUE_SMS_TWILIO_CONTENT_SID',
    Text,
    '',
    'Twilio: SID of the content template for WhatsApp messages.',
  ),
  messagebirdKey: setting('GOTRUE_SMS_MESSAGEBIRD_ACCESS_KEY', Text, '', 'MessageBird: access key.'),
  messagebirdOriginator: setting('GOTRUE_SMS_MESSAGEBIRD_ORIGINATOR', Text, '', 'MessageBird: sender.'),
  textlocalKey: setting('GOTRUE_SMS_TEXTLOCAL_API_KEY', Text, '', 'Textlocal: API key.'),
  textlocalSender: setting('GOTRUE_SMS_TEXTLOCAL_SENDER', Text, '', 'Textlocal: sender.'),
  vonageKey: setting('GOTRUE_SMS_VONAGE_API_KEY', Text, '', 'Vonage: API key.'),
  vonageSecret: setting('GOTRUE_SMS_VONAGE_API_SECRET', Text, '', 'Vonage: API secret.'),
  vonageFrom: setting('GOTRUE_SMS_VONAGE_FROM', Text, '', 'Vonage: sender.'),
} as const

/** The settings that each provider requires. */
export const SMS_PROVIDER_NEEDS: Record<
  v.InferOutput<typeof SmsProvider>,
  readonly Exclude<keyof typeof SMS_SETTINGS, 'smsTestCodes' | 'smsTestCodesUntil' | 'smsTimeoutMs' | 'smsProvider'>[]
> = {
  outbox: [],
  http: ['smsEndpoint'],
  twilio: ['twilioAccount', 'twilioToken', 'twilioService'],
  twilio_verify: ['twilioAccount', 'twilioToken', 'twilioService'],
  messagebird: ['messagebirdKey', 'messagebirdOriginator'],
  textlocal: ['textlocalKey', 'textlocalSender'],
  vonage: ['vonageKey', 'vonageSecret', 'vonageFrom'],
}
