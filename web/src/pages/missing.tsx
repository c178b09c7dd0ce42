// SPDX-License-Identifier: MIT
import { Missing } from '../views/missing';
import { pageWords } from '../language/pages';

/** An address that names no page. */
export const MissingPage = () => <Missing title={pageWords.missing.page} />;
