declare module '@adobe/structured-data-validator' {
  interface Issue {
    severity: 'ERROR' | 'WARNING';
    issueMessage: string;
    fieldNames?: string[];
  }

  /** @see https://github.com/adobe/structured-data-validator */
  export default class Validator {
    /** @param vocabulary schema.org's, as JSON-LD */
    constructor(vocabulary: object);
    /** @param data the nodes of a page by their types */
    validate(data: { jsonld: Record<string, object[]> }): Promise<Issue[]>;
  }
}
