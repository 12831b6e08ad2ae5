// Checks the access that clients have: npm run doctor. With a URL and a public key, it checks that installation as an
// anonymous client: npm run doctor -- https://spots.example.org sb_publishable_…
import { checkInstallation } from './doctor/check-installation.ts'
import { findStreetGap } from './doctor/check-streets.ts'
import { toTarget } from './doctor/client.ts'
import { openDataService } from './import/open-data-service.ts'

const [url, publishableKey] = process.argv.slice(2)

try {
  if (url && !publishableKey) {
    throw new Error('give the public key as well: npm run doctor -- https://spots.example.org sb_publishable_…')
  }
  if (url && publishableKey) {
    await report(await checkInstallation({ url: url.replace(/\/$/, ''), fetch, publishableKey, secretKey: undefined }))
  } else {
    await using service = await openDataService(process.env)
    process.stdout.write(`Checking ${service.place}\n`)
    const result = await checkInstallation(toTarget(service))
    await report({ ...result, gaps: [...result.gaps, ...(await findStreetGap(process.env))] })
  }
} catch (error) {
  process.stderr.write(`The check failed: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 2
}

/** Prints the result and sets exit status 1 when there are findings. */
async function report({ findings, gaps, summary }: Awaited<ReturnType<typeof checkInstallation>>): Promise<void> {
  for (const { problem, remedy } of findings) process.stdout.write(`PROBLEM  ${problem}\n         ${remedy}\n`)
  for (const gap of gaps) process.stdout.write(`NOTE  ${gap}\n`)
  process.stdout.write(`${summary}\n`)
  const problems = findings.length === 1 ? '1 problem found' : `${findings.length} problems found`
  process.stdout.write(findings.length === 0 ? 'Result: no problems found.\n' : `Result: ${problems}.\n`)
  process.exitCode = findings.length === 0 ? 0 : 1
}
