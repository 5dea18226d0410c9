import { XenolithError } from '@xenolith/core'

/** The package that holds the papers' experiments: part of the repository, not of what the command installs. */
export async function experiments(command: string): Promise<typeof import('@xenolith/experiments')> {
  try {
    return await import('@xenolith/experiments')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new XenolithError(
      'not-installed',
      `${command} needs the package @xenolith/experiments, which is part of the repository and not of the command`,
    )
  }
}
