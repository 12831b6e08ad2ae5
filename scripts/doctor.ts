// Looks for doors that are open and should not be: npm run doctor. With an address and a public key it looks at that installation as a
// stranger would: npm run doctor -- https://spots.example.org sb_publishable_…
import { examine } from './doctor/examine.ts'
import { toPatient } from './doctor/patient.ts'
import { openDataService } from './import/open-data-service.ts'

const [url, publishableKey] = process.argv.slice(2)

try {
  if (url && publishableKey) {
    await report(await examine({ url: url.replace(/\/$/, ''), fetch, publishableKey, secretKey: undefined }))
  } else {
    await using service = await openDataService(process.env)
    process.stdout.write(`Examining ${service.place}\n`)
    await report(await examine(toPatient(service)))
  }
} catch (error) {
  process.stderr.write(`The examination broke off: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 2
}

/** Exit status 1 says that something is open. */
async function report({ findings, gaps, extent }: Awaited<ReturnType<typeof examine>>): Promise<void> {
  for (const { door, remedy } of findings) process.stdout.write(`OPEN  ${door}\n      ${remedy}\n`)
  for (const gap of gaps) process.stdout.write(`NOTE  ${gap}\n`)
  process.stdout.write(`${extent}\n`)
  const doors =
    findings.length === 1
      ? '1 door is open that should be closed'
      : `${findings.length} doors are open that should be closed`
  process.stdout.write(
    findings.length === 0 ? 'Verdict: sound. Nothing is open that should not be.\n' : `Verdict: ${doors}.\n`,
  )
  process.exitCode = findings.length === 0 ? 0 : 1
}
