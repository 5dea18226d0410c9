/** The command did its work, and found what it was asked to fail on: an exit status of its own, no message of its own. */
export class FailOn extends Error {
  readonly finding: 'alarm' | 'void'
  constructor(finding: 'alarm' | 'void') {
    super(finding)
    this.finding = finding
  }
}
