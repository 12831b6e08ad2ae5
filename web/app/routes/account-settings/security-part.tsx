import Laptop from 'lucide-react/icons/laptop'
import { PasswordField } from '#app/ui/password-field.tsx'
import { Row } from '#app/ui/row.tsx'
import { SettingsForm } from './settings-form.tsx'
import type { SettingsReply } from './settings-steps.ts'

/** Password, and where the member is signed in. */
export function SecurityPart({ reply }: { reply: SettingsReply | undefined }) {
  const errors = reply?.intent === 'password' ? (reply.rejection?.fieldErrors ?? {}) : {}
  return (
    <>
      <section className="settings-section" aria-labelledby="password">
        <div className="section-head">
          <h2 className="title text-h2" id="password">
            Password
          </h2>
        </div>
        <SettingsForm key={reply?.done} intent="password" reply={reply} submitLabel="Change" busyLabel="Changing">
          <PasswordField
            label="New password"
            name="password"
            autoComplete="new-password"
            hint="At least 8 characters. A short sentence is better than a twisted word."
            required
            error={errors.password}
          />
          <PasswordField
            label="The same once more"
            name="repeated"
            autoComplete="new-password"
            required
            error={errors.repeated}
          />
        </SettingsForm>
      </section>
      <section className="settings-section" aria-labelledby="signed-in">
        <div className="section-head">
          <h2 className="title text-h2" id="signed-in">
            Signed in
          </h2>
        </div>
        <ul>
          <Row
            start={
              <span className="settings-sign">
                <Laptop />
              </span>
            }
            title="This browser"
            note="Now"
            actions={<span className="settings-here">here</span>}
          />
        </ul>
        <p className="settings-note">
          A lost phone, a borrowed computer: this ends every session but the one you are using now.
        </p>
        <SettingsForm
          intent="sign-out-elsewhere"
          reply={reply}
          submitLabel="Sign out elsewhere"
          busyLabel="Signing out"
          variant="danger"
        />
      </section>
    </>
  )
}
