import { execFileSync } from 'node:child_process'

/** The differences from the main branch: its commit, and the paths of changed, new and deleted files. */
export interface Changes {
  base: string
  files: string[]
}

/**
 * Lists the committed and uncommitted changes since the branch left `origin/main`, or since the last commit if there is
 * no such branch.
 */
export function listChangedFiles(): Changes {
  const base = findBase()
  const tracked = listLines(git('diff', '--name-only', base))
  const untracked = listLines(git('ls-files', '--others', '--exclude-standard'))
  return { base, files: [...tracked, ...untracked] }
}

function findBase(): string {
  try {
    return git('merge-base', 'HEAD', 'origin/main').trim()
  } catch {
    return 'HEAD'
  }
}

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
}

function listLines(text: string): string[] {
  return text.split('\n').filter((line) => line !== '')
}
