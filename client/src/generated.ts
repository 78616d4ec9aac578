/** Generated from openapi.json by `npm run openapi`; never edited by hand. */
export interface paths {
    "/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search and page the API keys, those that were revoked too
         * @description It needs the token of an admin.
         */
        get: operations["searchApiKeys"];
        put?: never;
        /**
         * Creates an API key that acts for the caller; the key itself is in this response only
         * @description It needs the token of an admin.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revokes an API key, at once and for good; repeating it changes nothing
         * @description It needs the token of an admin.
         */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/attention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What needs an admin, and how many rows open lists have got: one call that is cheap enough to be made every 20 seconds
         * @description It needs the token of an admin.
         */
        get: operations["getAttention"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search the changes that admins made
         * @description It needs the token of an admin.
         */
        get: operations["searchAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The changes that admins made, as CSV
         * @description It needs the token of an admin.
         */
        get: operations["exportAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One change that an admin made
         * @description It needs the token of an admin.
         */
        get: operations["getAuditEntry"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/{email}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A user's profile
         * @description It needs the token of the user whom it names, or of an admin. An API key needs the scope `users`.
         */
        get: operations["getUser"];
        /**
         * Exchanges the identity provider's ID token for the shop's own; creates the user on first sight
         * @description It needs the identity provider's ID token.
         */
        put: operations["exchangeToken"];
        post?: never;
        /**
         * Removes a user, cancels their unpaid orders and anonymises the others
         * @description It needs the token of an admin.
         */
        delete: operations["removeUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/items/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search, filter, sort and page the products
         * @description Anyone may call it.
         */
        get: operations["searchItems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/items/facets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How many products each kind, availability and value of a specification would leave under the other filters
         * @description Anyone may call it.
         */
        get: operations["countItems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/items/suggestions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Parts and kinds that somebody may mean who is still typing
         * @description Anyone may call it.
         */
        get: operations["suggestItems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/items/manage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search, filter, sort and page the products on sale or those archived, as they are now
         * @description It needs the token of an admin. An API key needs the scope `catalogue:read`.
         */
        get: operations["searchManagedItems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/items/manage/facets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How many of these products each kind, availability and value of a specification would leave under the other filters
         * @description It needs the token of an admin. An API key needs the scope `catalogue:read`.
         */
        get: operations["countManagedItems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/items/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All products that a search finds, as a CSV file that can be imported again
         * @description It needs the token of an admin. An API key needs the scope `catalogue:read`.
         */
        get: operations["exportItems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/search/synonyms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The words that mean the same; their `ETag` is what a change sends as `If-Match`
         * @description It needs the token of an admin. An API key needs the scope `catalogue:read`.
         */
        get: operations["getSynonyms"];
        /**
         * Replaces all synonyms; searches know them within two seconds
         * @description It needs the token of an admin. An API key needs the scope `catalogue:write`.
         */
        put: operations["replaceSynonyms"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/search/misses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What was searched without result, and how often
         * @description It needs the token of an admin. An API key needs the scope `catalogue:read`.
         */
        get: operations["listSearchMisses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All products, newest first
         * @description Anyone may call it.
         */
        get: operations["listItems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/items/kinds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The kinds of parts on sale, in order of their names
         * @description Anyone may call it.
         */
        get: operations["listKinds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/items/by-sku": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The products on sale with these SKUs, in the order given; those that no product has are left out
         * @description Anyone may call it.
         */
        get: operations["findItemsBySku"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/product": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The newest products first
         * @description Anyone may call it.
         */
        get: operations["listNewProducts"];
        put?: never;
        /**
         * Adds a product
         * @description It needs the token of an admin. An API key needs the scope `catalogue:write`.
         */
        post: operations["createProduct"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/item/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One product with all of its specifications
         * @description Anyone may call it.
         */
        get: operations["getItem"];
        put?: never;
        post?: never;
        /**
         * Removes a product from every list; orders keep what they say of it
         * @description It needs the token of an admin. An API key needs the scope `catalogue:write`.
         */
        delete: operations["deleteItem"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/items/{id}/edit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One product for editing, also an archived one; its `ETag` is what an edit sends as `If-Match`
         * @description It needs the token of an admin. An API key needs the scope `catalogue:read`.
         */
        get: operations["getItemToEdit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/items/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Changes fields of a product that was read before; what orders and restocking do meanwhile does not make it stale
         * @description It needs the token of an admin. An API key needs the scope `catalogue:write`.
         */
        patch: operations["editItem"];
        trace?: never;
    };
    "/items/{id}/restock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adds units to the stock, or takes some away; refused with 409 when it would be below zero
         * @description It needs the token of an admin. An API key needs the scope `catalogue:write`.
         */
        post: operations["restockItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/items/{id}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Takes a product off sale; it stays in the admins' list of archived products
         * @description It needs the token of an admin. An API key needs the scope `catalogue:write`.
         */
        post: operations["archiveItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/items/{id}/unarchive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Puts an archived product on sale again
         * @description It needs the token of an admin. An API key needs the scope `catalogue:write`.
         */
        post: operations["unarchiveItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/items/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undoes the deletion of a product
         * @description It needs the token of an admin. An API key needs the scope `catalogue:write`.
         */
        post: operations["restoreItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/items/bulk/price": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Changes the prices of many products
         * @description It needs the token of an admin. An API key needs the scope `catalogue:write`.
         */
        post: operations["changePrices"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/items/bulk/stock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adds units to the stock of many products, or takes some away
         * @description It needs the token of an admin. An API key needs the scope `catalogue:write`.
         */
        post: operations["changeStock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/items/bulk/spec": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sets one specification of many products of a kind
         * @description It needs the token of an admin. An API key needs the scope `catalogue:write`.
         */
        post: operations["changeSpecs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/items/bulk/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Archives many products
         * @description It needs the token of an admin. An API key needs the scope `catalogue:write`.
         */
        post: operations["archiveItems"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/items/bulk/unarchive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Puts many archived products on sale again
         * @description It needs the token of an admin. An API key needs the scope `catalogue:write`.
         */
        post: operations["unarchiveItems"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/items/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Imports a CSV file of at most 5,000 rows and 8 MB: all of it, or nothing when a row has an error
         * @description The columns are those of the export, or some of them, in any order; only these are changed. A row is the product with its `id`, else with its `externalId`, else with its `sku`; an unknown one is a new product. `spec.KEY` is a specification of the row's kind: a number also with a unit (`31 cm`), several choices with semicolons. With `skipInvalid` rows with errors are left out. `restock` adds units, `setStock` sets the units to what was counted, and `availableQ` is the stock of new products only. A dry run returns an `ETag` of what it shows.
         *
         *     It needs the token of an admin. An API key needs the scope `catalogue:write`.
         */
        post: operations["importItems"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/items/import/rejected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The rows of a file that an import would refuse, with what is wrong with them, to be corrected and imported
         * @description It needs the token of an admin. An API key needs the scope `catalogue:write`.
         */
        post: operations["listRejectedRows"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kinds/manage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All kinds with the numbers of their parts and specifications
         * @description It needs the token of an admin. An API key needs the scope `catalogue:read`.
         */
        get: operations["listManagedKinds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kinds/{slug}/edit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One kind for editing, with how many parts lack each value; its `ETag` is what an edit sends as `If-Match`
         * @description It needs the token of an admin. An API key needs the scope `catalogue:read`.
         */
        get: operations["getKindToEdit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kinds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every kind of part with its specifications
         * @description Anyone may call it.
         */
        get: operations["listKindDetails"];
        put?: never;
        /**
         * Adds a kind
         * @description It needs the token of an admin. An API key needs the scope `catalogue:write`.
         */
        post: operations["createKind"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/kinds/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One kind, by its slug or another of its names
         * @description Anyone may call it.
         */
        get: operations["getKind"];
        /**
         * Replaces a kind and its specifications
         * @description An option with `was` is renamed, in the parts that have it too. What parts would lose is refused with 409 and their number: a specification, an option or a number that they have, its type and its unit.
         *
         *     It needs the token of an admin. An API key needs the scope `catalogue:write`.
         */
        put: operations["replaceKind"];
        post?: never;
        /**
         * Removes a kind that no part has; those that came with the shop stay
         * @description It needs the token of an admin. An API key needs the scope `catalogue:write`.
         */
        delete: operations["deleteKind"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/items/{id}/stock-alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Asks to be told when a product that cannot be ordered is back in stock
         * @description The address gets a mail with a link to confirm it. The response is the same whatever the shop knows of the address.
         *
         *     Anyone may call it.
         */
        post: operations["requestStockAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/items/{id}/stock-alerts/mine": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The same for one's own address; one that is verified needs no confirmation
         * @description It needs the token of somebody who is signed in.
         */
        post: operations["requestOwnStockAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stock-alerts/mine": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The parts that the caller waits for
         * @description It needs the token of somebody who is signed in.
         */
        get: operations["listOwnStockAlerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stock-alerts/mine/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Ends one of the caller's alerts and erases it
         * @description It needs the token of somebody who is signed in.
         */
        delete: operations["stopOwnStockAlert"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stock-alerts/confirm/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The alert that a mailed link confirms; it does not count before `POST`
         * @description Anyone may call it.
         */
        get: operations["getAlertToConfirm"];
        put?: never;
        /**
         * Confirms an alert; repeating it changes nothing
         * @description Anyone may call it.
         */
        post: operations["confirmStockAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stock-alerts/stop/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The alert that a mailed link stops
         * @description Anyone may call it.
         */
        get: operations["getAlertToStop"];
        put?: never;
        /**
         * Ends an alert and erases it; repeating it changes nothing
         * @description Anyone may call it.
         */
        post: operations["stopStockAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/addresses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The caller's addresses
         * @description It needs the token of somebody who is signed in.
         */
        get: operations["getAddressBook"];
        put?: never;
        /**
         * Adds an address
         * @description It needs the token of somebody who is signed in.
         */
        post: operations["addAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/addresses/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replaces an address; `If-Match` is the `ETag` of the addresses
         * @description It needs the token of somebody who is signed in.
         */
        put: operations["replaceAddress"];
        post?: never;
        /**
         * Removes an address; when it was the default, the oldest other one becomes it
         * @description It needs the token of somebody who is signed in.
         */
        delete: operations["removeAddress"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/delivery/methods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How the shop delivers
         * @description Anyone may call it.
         */
        get: operations["listDeliveryMethods"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/delivery/carriers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The carriers that the shop knows, with the pages on which shipments are followed
         * @description It needs the token of an admin. An API key needs the scope `orders:ship`.
         */
        get: operations["listCarriers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/delivery/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Delivery methods, tax rates and own carriers; the `ETag` is what a change sends as `If-Match`
         * @description It needs the token of an admin.
         */
        get: operations["getDeliverySettings"];
        /**
         * Replaces delivery methods, tax rates and own carriers; orders keep what they were charged
         * @description It needs the token of an admin.
         */
        put: operations["replaceDeliverySettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/basket": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The caller's basket, checked against the catalogue as it is now
         * @description It needs the token of somebody who is signed in.
         */
        get: operations["getBasket"];
        /**
         * Replaces the lines of the caller's basket; it is kept for 90 days after the last change
         * @description It needs the token of somebody who is signed in.
         */
        put: operations["replaceBasket"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/basket/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Checks lines against the catalogue and says what they would cost; keeps nothing
         * @description Anyone may call it.
         */
        post: operations["checkBasket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/purchases/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How many orders there are in each state, under the other filters of the search
         * @description It needs the token of an admin. An API key needs the scope `orders:read`.
         */
        get: operations["countPurchases"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/purchases/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The orders of a search, or their lines, as CSV
         * @description It needs the token of an admin. An API key needs the scope `orders:read`.
         */
        get: operations["exportPurchases"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/purchases/bulk-ship": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Marks many paid orders as shipped, each by itself; a dry run says which can be
         * @description It needs the token of an admin. An API key needs the scope `orders:ship`.
         */
        post: operations["bulkShipPurchases"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/purchases/bulk-cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancels many unpaid orders, each by itself; a dry run says which can be
         * @description It needs the token of an admin. An API key needs the scope `orders:refund`.
         */
        post: operations["bulkCancelPurchases"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/purchases/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * An order with its customer, payment, refunds and internal notes
         * @description It needs the token of an admin. An API key needs the scope `orders:read`.
         */
        get: operations["getPurchase"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/purchases/{id}/address": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Changes where an order goes, before anything of it has shipped; `If-Match` is the `ETag` of `GET /purchases/{id}`
         * @description Only within the country and region for which delivery and tax were charged. The former address stays in the order's timeline.
         *
         *     It needs the token of an admin.
         */
        patch: operations["changeOrderAddress"];
        trace?: never;
    };
    "/purchases/{id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adds an internal note to an order
         * @description It needs the token of an admin.
         */
        post: operations["addOrderNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One of the caller's orders, also one that they took off their list
         * @description It needs the token of somebody who is signed in.
         */
        get: operations["getOwnOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders/{number}/put-back": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Puts an order back on the list that the caller took it off; repeating it changes nothing
         * @description It needs the token of somebody who is signed in.
         */
        post: operations["putBackOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/purchase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Orders a product
         * @description `productId`, or the whole name of a product, says which. The units are held for the caller until the order is paid, cancelled or expired; `POST /create-payment-intent` opens its payment.
         *
         *     It needs the token of somebody who is signed in.
         */
        post: operations["createPurchase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/purchase/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A customer's orders
         * @description It needs the token of the user whom it names, or of an admin. An API key needs the scope `orders:read`.
         */
        get: operations["listPurchasesOf"];
        put?: never;
        post?: never;
        /**
         * Takes an order off the customer's list, or cancels an unpaid one
         * @description It needs the token of somebody who is signed in.
         */
        delete: operations["removePurchase"];
        options?: never;
        head?: never;
        /**
         * Marks a paid order as shipped
         * @description It needs the token of an admin. An API key needs the scope `orders:ship`.
         */
        patch: operations["shipPurchase"];
        trace?: never;
    };
    "/purchases/{id}/lines/{productId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancels a line of an unpaid order, which then costs less; the last line goes with the order
         * @description What was opened to pay it is cancelled: `POST /create-payment-intent` opens another of what is due then.
         *
         *     It needs the token of somebody who is signed in.
         */
        post: operations["cancelOrderLine"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/purchases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All orders, newest first
         * @description It needs the token of an admin. An API key needs the scope `orders:read`.
         */
        get: operations["listPurchases"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/purchases/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search, filter, sort and page the orders; the caller's own with `own`
         * @description It needs the token of somebody who is signed in. An API key needs the scope `orders:read`.
         */
        get: operations["searchPurchases"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/buy/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The order to pay
         * @description It needs the token of somebody who is signed in.
         */
        get: operations["getOrderToPay"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/purchases/packing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is to be packed of some orders, without prices
         * @description It needs the token of an admin. An API key needs the scope `orders:ship`.
         */
        get: operations["getPackingList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/purchases/{id}/shipments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ships units of a paid order, or all that are left
         * @description It needs the token of an admin. An API key needs the scope `orders:ship`.
         */
        post: operations["createShipment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/purchases/{id}/shipments/{shipmentId}/tracking": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replaces the carrier and the tracking number of a shipment
         * @description It needs the token of an admin. An API key needs the scope `orders:ship`.
         */
        put: operations["trackShipment"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/purchases/{id}/shipments/{shipmentId}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undoes a shipment that never left, or came back unopened: its units are to be shipped again
         * @description It needs the token of an admin. An API key needs the scope `orders:ship`.
         */
        post: operations["undoShipment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/checkout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Orders several parts at once
         * @description All lines or none. A refusal names every line at fault in `errors`, as `lines.2.orderQuantity`. What is ordered leaves the caller's basket; `POST /create-payment-intent` opens the payment.
         *
         *     It needs the token of somebody who is signed in.
         */
        post: operations["placeOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/create-payment-intent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Opens the payment of an order, or returns the one that is open; the amount comes from the order
         * @description Without `orderId` it is the caller's only unpaid order. The part of `clientSecret` before `_secret_` is the payment intent's id; a browser confirms it at the payment provider, in the demo at the sandbox, and then calls `PATCH /payment/{id}` with it.
         *
         *     It needs the token of somebody who is signed in.
         */
        post: operations["createPaymentIntent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payment/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Records a payment after checking it with the payment provider; repeating it changes nothing
         * @description It needs the token of somebody who is signed in.
         */
        patch: operations["confirmPayment"];
        trace?: never;
    };
    "/refund/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refunds units of an order's lines, its delivery, an amount, or all that is left of its payment; may be repeated
         * @description Units are worth their part of what the line costs. Those that were refunded before they shipped return to the stock, unless `restock` says otherwise.
         *
         *     It needs the token of an admin. An API key needs the scope `orders:refund`.
         */
        post: operations["refundPurchase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/stripe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receives the payment provider's signed events
         * @description Anyone may call it.
         */
        post: operations["receiveStripeEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/failed-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The payment provider's events that could not be handled and wait for an admin
         * @description It needs the token of an admin. An API key needs the scope `reports`.
         */
        get: operations["listFailedPaymentEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/failed-events/{eventId}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reads an event again at the payment provider, and handles it
         * @description It needs the token of an admin.
         */
        post: operations["retryPaymentEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/failed-events/{eventId}/dismiss": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Takes an event off the list without handling it
         * @description It needs the token of an admin.
         */
        post: operations["dismissPaymentEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/purchases/{id}/pay-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Makes a link by which anybody can pay an unpaid order, without signing in
         * @description It is valid for `PAY_LINK_HOURS`, and no longer than the order's hold. It shows the order's number, lines and amount, nothing of its customer. A second link leaves the first valid.
         *
         *     It needs the token of an admin. An API key needs the scope `orders:write`.
         */
        post: operations["createPayLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pay/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The order of a payment link
         * @description Anyone may call it.
         */
        get: operations["getLinkedOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pay/{token}/intent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Opens the payment of a link's order, or returns the one that is open
         * @description Anyone may call it.
         */
        post: operations["createLinkedIntent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pay/{token}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Records the payment of a link's order after checking it with the payment provider; repeating it changes nothing
         * @description Anyone may call it.
         */
        post: operations["confirmLinkedPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Orders, revenue, payment rate, average order value and top products of a range of days, compared with the one before
         * @description It needs the token of an admin. An API key needs the scope `reports`.
         */
        get: operations["getOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/reconciliation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Payments that do not agree with their orders, orders that do not agree with their payments, and open disputes, each with its resolution
         * @description It needs the token of an admin. An API key needs the scope `reports`.
         */
        get: operations["reconcilePayments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/reconciliation/{intentId}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirms the order that a succeeded payment is for
         * @description It needs the token of an admin.
         */
        post: operations["confirmReconciledPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/reconciliation/{intentId}/refund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refunds a payment that no order needs, or that does not match its order
         * @description It needs the token of an admin.
         */
        post: operations["refundPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/reconciliation/{intentId}/sync-refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Takes over the refunds of a payment, as the provider has them, into the order that it paid
         * @description It needs the token of an admin.
         */
        post: operations["syncPaymentRefunds"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reviews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All reviews, newest first
         * @description Anyone may call it.
         */
        get: operations["listReviews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reviews/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Filter, sort and page the reviews
         * @description Anyone may call it.
         */
        get: operations["searchReviews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adds a review of the shop, under the caller's own name and image
         * @description It needs the token of somebody who is signed in.
         */
        post: operations["createReview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reviews/manage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search, filter, sort and page all reviews, hidden ones as well
         * @description It needs the token of an admin.
         */
        get: operations["searchManagedReviews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reviews/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The reviews of a search by an admin, as CSV
         * @description It needs the token of an admin.
         */
        get: operations["exportReviews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/review/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A review as admins see it, with the `ETag` that edits need
         * @description It needs the token of an admin.
         */
        get: operations["getManagedReview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/review/{id}/hidden": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Hides a review from everybody but admins
         * @description It needs the token of an admin.
         */
        put: operations["hideReview"];
        post?: never;
        /**
         * Shows a hidden review again
         * @description It needs the token of an admin.
         */
        delete: operations["unhideReview"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/review/{id}/reply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Replies as the shop, or changes the reply
         * @description It needs the token of an admin.
         */
        put: operations["replyToReview"];
        post?: never;
        /**
         * Takes the shop's reply away
         * @description It needs the token of an admin.
         */
        delete: operations["removeReviewReply"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/saved-views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The caller's own views of a list, then the shared ones, each by name; at most 200
         * @description It needs the token of an admin.
         */
        get: operations["listSavedViews"];
        put?: never;
        /**
         * Saves a view of a list; 409 for a name that the caller has used
         * @description It needs the token of an admin.
         */
        post: operations["createSavedView"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/saved-views/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One view, with its ETag; another's private one is not found
         * @description It needs the token of an admin.
         */
        get: operations["getSavedView"];
        /**
         * Replaces name, filters, sort, columns and sharing of one's own view
         * @description It needs the token of an admin.
         */
        put: operations["updateSavedView"];
        post?: never;
        /**
         * Removes one's own view
         * @description It needs the token of an admin.
         */
        delete: operations["removeSavedView"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/list-settings/{list}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The caller's columns and density of a list
         * @description It needs the token of an admin.
         */
        get: operations["getListSettings"];
        /**
         * Keeps the caller's columns and density of a list
         * @description It needs the token of an admin.
         */
        put: operations["setListSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All users, newest first
         * @description It needs the token of an admin. An API key needs the scope `users`.
         */
        get: operations["listUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search, filter, sort and page the users
         * @description It needs the token of an admin. An API key needs the scope `users`.
         */
        get: operations["searchUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The users of a search, as CSV
         * @description It needs the token of an admin. An API key needs the scope `users`.
         */
        get: operations["exportUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/updateUser/{email}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Changes name, phone, education and LinkedIn, nothing else
         * @description It needs the token of the user whom it names, or of an admin.
         */
        patch: operations["updateUser"];
        trace?: never;
    };
    "/admin/{email}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether a user is an admin
         * @description It needs the token of the user whom it names, or of an admin.
         */
        get: operations["checkAdmin"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/admin/{email}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Makes a user with a verified address an admin
         * @description It needs the token of an admin.
         */
        put: operations["makeAdmin"];
        post?: never;
        /**
         * Takes an admin's role away, at once
         * @description It needs the token of an admin.
         */
        delete: operations["removeAdmin"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A customer by the `_id` of their account: figures, addresses, internal notes and newest reviews
         * @description It needs the token of an admin.
         */
        get: operations["getCustomer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers/{id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adds an internal note about a customer
         * @description It needs the token of an admin.
         */
        post: operations["addCustomerNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enters an order for a customer, at the prices of the shop
         * @description All lines or none, by the rules of `POST /checkout`; the limits on a customer's unpaid orders do not apply. The customer finds it among their orders and pays it there, or anybody by the link of `POST /purchases/{id}/pay-link`; it is held as long as such a link is valid. An `externalId` that an order has already is refused with 409 `external-id-taken`, whose `order` says which.
         *
         *     It needs the token of an admin. An API key needs the scope `orders:write`.
         */
        post: operations["enterOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/newsletter": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Keeps an address for the newsletter, once
         * @description Anyone may call it.
         */
        post: operations["subscribe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/images": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Uploads an image, which is re-encoded as WebP
         * @description It needs the token of an admin. An API key needs the scope `catalogue:write`.
         */
        post: operations["uploadImage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/images/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * An image
         * @description Anyone may call it.
         */
        get: operations["getImage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/images/{id}/{variant}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A smaller form of an image; the image itself while that is being made
         * @description Anyone may call it.
         */
        get: operations["getImageVariant"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the process lives
         * @description Anyone may call it.
         */
        get: operations["checkLive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether it can serve: the database, the local services and the demo data are there
         * @description Anyone may call it.
         */
        get: operations["checkReady"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the frontend needs at run time
         * @description Anyone may call it.
         */
        get: operations["getConfig"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/purchases/{id}/mails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The mails about an order, newest first
         * @description It needs the token of an admin.
         */
        get: operations["listOrderMails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/purchases/{id}/pay-link/mail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mails a link to pay an unpaid order to its customer
         * @description It needs the token of an admin.
         */
        post: operations["mailPayLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mails/failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The mails of the last seven days that could not be sent, and that nobody has sent again
         * @description It needs the token of an admin.
         */
        get: operations["listFailedMails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mails/{id}/send-again": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends a mail once more
         * @description It says what it said, of what was true then, and goes to the address that the account, or the alert, has now.
         *
         *     It needs the token of an admin.
         */
        post: operations["sendMailAgain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/mail-preferences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which mails to admins the caller does not get
         * @description It needs the token of an admin.
         */
        get: operations["getMailPreferences"];
        /**
         * Replaces what the caller does not want to be mailed
         * @description It needs the token of an admin.
         */
        put: operations["setMailPreferences"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The endpoints to which events are sent
         * @description It needs the token of an admin.
         */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Creates an endpoint; its secret is in this response only
         * @description It needs the token of an admin.
         */
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-endpoints/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One endpoint; its `ETag` is what a change sends as `If-Match`
         * @description It needs the token of an admin.
         */
        get: operations["getWebhookEndpoint"];
        put?: never;
        post?: never;
        /**
         * Removes an endpoint with its deliveries, also those that have not been sent
         * @description It needs the token of an admin.
         */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        /**
         * Changes an endpoint, or disables and enables it
         * @description It needs the token of an admin.
         */
        patch: operations["updateWebhookEndpoint"];
        trace?: never;
    };
    "/webhook-endpoints/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Makes another secret, which is in this response only; the former one signs too for 24 hours
         * @description It needs the token of an admin.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-endpoints/{id}/end-rotation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ends a former secret at once
         * @description It needs the token of an admin.
         */
        post: operations["endWebhookRotation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search and page what was sent to endpoints, or is about to be
         * @description It needs the token of an admin.
         */
        get: operations["searchWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-deliveries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One delivery, with its requests and responses
         * @description It needs the token of an admin.
         */
        get: operations["getWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-deliveries/{id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends an event again, with the same `webhook-id`
         * @description It needs the token of an admin.
         */
        post: operations["resendWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-endpoints/{id}/resend-failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends all events again that were given up at an endpoint
         * @description It needs the token of an admin.
         */
        post: operations["resendFailedWebhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-endpoints/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends a test event at once, and says what came back
         * @description It needs the token of an admin.
         */
        post: operations["sendTestWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @enum {string} */
        ApiKeySort: "newest" | "oldest";
        /** @enum {string} */
        ApiKeyScope: "catalogue:read" | "catalogue:write" | "orders:read" | "orders:write" | "orders:ship" | "orders:refund" | "users" | "reports";
        /**
         * @description What it is good for now; `suspended` while the admin for whom it acts is no admin.
         * @enum {string}
         */
        ApiKeyState: "active" | "expired" | "revoked" | "suspended";
        ApiKeyOwnerDto: {
            /** @example 665f1c2ab8d4e1a2b3c4d5e6 */
            id: string;
            /**
             * @description Absent once they were removed.
             * @example Ada Admin
             */
            name?: string;
            /**
             * @description Absent once they were removed.
             * @example admin@example.com
             */
            email?: string;
        };
        ApiKeyDto: {
            /** @example 665f1c2ab8d4e1a2b3c4d5e6 */
            _id: string;
            /** @example Warehouse */
            name: string;
            /**
             * @description How the key begins.
             * @example rk_live_ab12…
             */
            start: string;
            /**
             * @example [
             *       "orders:read",
             *       "orders:ship"
             *     ]
             */
            scopes: components["schemas"]["ApiKeyScope"][];
            /** @description What it is good for now; `suspended` while the admin for whom it acts is no admin. */
            state: components["schemas"]["ApiKeyState"];
            /** @description Who created it, and for whom it acts. */
            createdBy: components["schemas"]["ApiKeyOwnerDto"];
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description Absent if it never expires.
             */
            expiresAt?: string;
            /** Format: date-time */
            revokedAt?: string;
            /**
             * Format: date-time
             * @description Within a minute; absent if it was never used.
             */
            lastUsedAt?: string;
        };
        ApiKeyPageDto: {
            /** @description The rows of this page. */
            items: components["schemas"]["ApiKeyDto"][];
            /**
             * @description Matching rows, counted to 10,000.
             * @example 48
             */
            total: number;
            /**
             * @description False when there are more than `total`.
             * @example true
             */
            totalIsExact: boolean;
            /** @example 1 */
            page: number;
            /** @example 20 */
            pageSize: number;
            /**
             * @description Leads to the rows after these; absent on the last page.
             * @example WzE3NjQwMjg4MDAsMTJd
             */
            nextCursor?: string;
        };
        CreateApiKeyDto: {
            /**
             * @description What it is for; unique among the active keys, without regard to case.
             * @example Warehouse
             */
            name: string;
            /**
             * @description What it may do.
             * @example [
             *       "orders:read",
             *       "orders:ship"
             *     ]
             */
            scopes: components["schemas"]["ApiKeyScope"][];
            /**
             * Format: date-time
             * @description When it stops working, in the future; without it, never.
             * @example 2036-11-30T00:00:00Z
             */
            expiresAt?: string;
        };
        CreatedApiKeyDto: {
            /** @example 665f1c2ab8d4e1a2b3c4d5e6 */
            _id: string;
            /** @example Warehouse */
            name: string;
            /**
             * @description How the key begins.
             * @example rk_live_ab12…
             */
            start: string;
            /**
             * @example [
             *       "orders:read",
             *       "orders:ship"
             *     ]
             */
            scopes: components["schemas"]["ApiKeyScope"][];
            /** @description What it is good for now; `suspended` while the admin for whom it acts is no admin. */
            state: components["schemas"]["ApiKeyState"];
            /** @description Who created it, and for whom it acts. */
            createdBy: components["schemas"]["ApiKeyOwnerDto"];
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description Absent if it never expires.
             */
            expiresAt?: string;
            /** Format: date-time */
            revokedAt?: string;
            /**
             * Format: date-time
             * @description Within a minute; absent if it was never used.
             */
            lastUsedAt?: string;
            /**
             * @description The key, to be sent as `Authorization: Bearer`. It is shown this once.
             * @example rk_live_q9Jx0GZsVdD8m2rTqYw4bNfKc7uHaEeLiP1oS3vWxRk
             */
            key: string;
        };
        /** @enum {string} */
        AttentionKind: "payment-to-resolve" | "dispute" | "low-stock" | "failed-webhook" | "failed-mail";
        AttentionCountDto: {
            kind: components["schemas"]["AttentionKind"];
            /**
             * @description How many wait for somebody; some are counted no further than 1,000.
             * @example 3
             */
            count: number;
        };
        AttentionDto: {
            /**
             * Format: date-time
             * @description The shop's clock: from it a caller knows by how much theirs differs.
             */
            asOf: string;
            /** @description One for each kind that this shop has, up to some seconds old. */
            counts: components["schemas"]["AttentionCountDto"][];
            /**
             * @description Orders placed since `ordersSince`; absent without it.
             * @example 3
             */
            newOrders?: number;
            /**
             * @description Reviews written since `reviewsSince`; absent without it.
             * @example 1
             */
            newReviews?: number;
        };
        /** @enum {string} */
        AuditedEntity: "product" | "order" | "user" | "review" | "saved-view" | "api-key" | "delivery-settings" | "kind" | "synonyms" | "webhook" | "mail";
        /** @enum {string} */
        AuditSort: "newest" | "oldest";
        AuditApiKeyDto: {
            /** @example 665f1c2ab8d4e1a2b3c4d5e6 */
            id: string;
            /** @example Warehouse */
            name: string;
        };
        AuditActorDto: {
            /**
             * @description The `_id` of the admin's account.
             * @example 665f1c2ab8d4e1a2b3c4d5e6
             */
            id: string;
            /**
             * @description The name at that time.
             * @example Ada Admin
             */
            name: string;
            /**
             * @description The address at that time.
             * @example admin@example.com
             */
            email: string;
            /** @description The API key that made the change on their behalf; absent if they made it themselves. */
            apiKey?: components["schemas"]["AuditApiKeyDto"];
        };
        AuditEntryDto: {
            /** @example 665f1c2ab8d4e1a2b3c4d5e6 */
            _id: string;
            /** Format: date-time */
            at: string;
            actor: components["schemas"]["AuditActorDto"];
            /** @example user.promoted */
            action: string;
            entity: components["schemas"]["AuditedEntity"];
            /**
             * @description The `_id` of what was changed.
             * @example 665f1c2ab8d4e1a2b3c4d5e7
             */
            entityId: string;
            /**
             * @description What people call it. Removed persons are no longer named.
             * @example customer@example.com
             */
            label: string;
            /**
             * @description The changed fields as they were.
             * @example {
             *       "role": "customer"
             *     }
             */
            before?: {
                [key: string]: unknown;
            };
            /**
             * @description The changed fields as they became.
             * @example {
             *       "role": "admin"
             *     }
             */
            after?: {
                [key: string]: unknown;
            };
        };
        AuditEntryPageDto: {
            /** @description The rows of this page. */
            items: components["schemas"]["AuditEntryDto"][];
            /**
             * @description Matching rows, counted to 10,000.
             * @example 48
             */
            total: number;
            /**
             * @description False when there are more than `total`.
             * @example true
             */
            totalIsExact: boolean;
            /** @example 1 */
            page: number;
            /** @example 20 */
            pageSize: number;
            /**
             * @description Leads to the rows after these; absent on the last page.
             * @example WzE3NjQwMjg4MDAsMTJd
             */
            nextCursor?: string;
        };
        ExchangeTokenDto: {
            /** @example customer@example.com */
            email: string;
        };
        TokenDto: {
            /** @example eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI2NjVmMWMyYSJ9.c2lnbmF0dXJl */
            token: string;
        };
        /** @enum {string} */
        ProductSort: "relevance" | "newest" | "oldest" | "price" | "-price" | "name" | "-name" | "availableQ" | "-availableQ";
        /** @enum {string} */
        AvailabilityFilter: "orderable" | "low" | "below-minimum" | "sold-out" | "low-stock";
        PriceBreakDto: {
            /**
             * @description The least units of an order at this price.
             * @example 10
             */
            from: number;
            /**
             * @description The price in dollars of each unit of such an order, two decimals.
             * @example 47.5
             */
            price: number;
        };
        SpecTextDto: {
            /** @example Capacity */
            label: string;
            /**
             * @description With its unit.
             * @example 480 GB
             */
            text: string;
        };
        /**
         * @description How much can be ordered, in one word.
         * @enum {string}
         */
        Availability: "orderable" | "low" | "below-minimum" | "sold-out";
        ProductDto: {
            /** @example 665f1c2ab8d4e1a2b3c4d5e6 */
            _id: string;
            /** @example Northbeam 480 SSD */
            name: string;
            /**
             * @description An https URL, or a path on this origin.
             * @example /products/dart-500-nvme-ssd-1-tb.webp
             */
            img: string;
            /**
             * @description The base price: of a unit, in dollars, two decimals.
             * @example 49.9
             */
            price: number;
            /** @description Unit prices for larger orders, of rising quantities and falling prices; absent where there are none. */
            breaks?: components["schemas"]["PriceBreakDto"][];
            /**
             * @description The least units of one order.
             * @example 5
             */
            minimumOQ: number;
            /**
             * @description Units of a pack: orders are of its multiples, as the minimum order is. Absent where any quantity can be ordered.
             * @example 5
             */
            orderStep?: number;
            /**
             * @description Units in stock. Of what is sold in packs, the whole packs of them can be ordered.
             * @example 120
             */
            availableQ: number;
            /** @example A 480 GB drive for light servers. */
            description: string;
            /**
             * @description The slug of its kind.
             * @example ssd
             */
            kind?: string;
            /**
             * @description What one part of its kind is called.
             * @example SSD
             */
            kindLabel?: string;
            /**
             * @description The values of its kind's specifications, in their units; what is not known is left out.
             * @example {
             *       "capacityGb": 480,
             *       "interface": "sata"
             *     }
             */
            specs?: {
                [key: string]: string | number | boolean | string[];
            };
            /** @description Those that matter most, as text: at most three. */
            highlights?: components["schemas"]["SpecTextDto"][];
            /**
             * @description The shop's own number of the part; no two products have the same.
             * @example NB-480
             */
            sku?: string;
            /**
             * @description Who makes it.
             * @example Northbeam
             */
            manufacturer?: string;
            /**
             * @description The manufacturer's numbers of it.
             * @example [
             *       "NB-480-R2"
             *     ]
             */
            partNumbers?: string[];
            /**
             * @description The Global Trade Item Number.
             * @example 04012345678901
             */
            gtin?: string;
            /** @description How much can be ordered, in one word. */
            availability: components["schemas"]["Availability"];
            /** Format: date-time */
            createdAt: string;
        };
        ProductPageDto: {
            /** @description The rows of this page. */
            items: components["schemas"]["ProductDto"][];
            /**
             * @description Matching rows, counted to 10,000.
             * @example 48
             */
            total: number;
            /**
             * @description False when there are more than `total`.
             * @example true
             */
            totalIsExact: boolean;
            /** @example 1 */
            page: number;
            /** @example 20 */
            pageSize: number;
            /**
             * @description Leads to the rows after these; absent on the last page.
             * @example WzE3NjQwMjg4MDAsMTJd
             */
            nextCursor?: string;
            /**
             * @description The words that were searched instead, where some of those typed match nothing; `asTyped` searches for those typed.
             * @example motherboard atx
             */
            corrected?: string;
        };
        /**
         * @description Why they are not counted: the catalogue is too large without OpenSearch, or the search is not ready and will be.
         * @enum {string}
         */
        Uncounted: "too-many" | "unavailable";
        KindCountDto: {
            /** @example ssd */
            kind: string;
            /**
             * @description What several of its parts are called.
             * @example SSDs
             */
            label: string;
            /** @example 12 */
            total: number;
        };
        AvailabilityCountDto: {
            availability: components["schemas"]["Availability"];
            /** @example 12 */
            total: number;
        };
        /**
         * @description By values, of which several can be chosen, or by a range of a number.
         * @enum {string}
         */
        FacetType: "values" | "range";
        SpecOptionCountDto: {
            /**
             * @description As `spec` takes it.
             * @example AM5
             */
            value: string;
            /** @example AM5 */
            label: string;
            /** @example 12 */
            total: number;
        };
        SpecFacetDto: {
            /**
             * @description As `spec` takes it.
             * @example socket
             */
            key: string;
            /** @example Socket */
            label: string;
            /**
             * @description The heading that it stands under in the table of a part; empty for none.
             * @example What fits
             */
            group: string;
            /** @description By values, of which several can be chosen, or by a range of a number. */
            type: components["schemas"]["FacetType"];
            /**
             * @description Whether its values are numbers: a list can be sorted by them.
             * @example true
             */
            isNumber: boolean;
            /**
             * @description Of a number.
             * @example mm
             */
            unit?: string;
            /**
             * @description Of a number: the most decimals; none where it is absent.
             * @example 1
             */
            decimals?: number;
            /**
             * @description Of a range: the least of the values under the other filters; absent where none is stated.
             * @example 35
             */
            min?: number;
            /**
             * @description Of a range: the greatest of them.
             * @example 280
             */
            max?: number;
            /** @description Of values, those that some product of the kind has or that are chosen, in their order; empty for a range. */
            options: components["schemas"]["SpecOptionCountDto"][];
            /**
             * @description Products without a value; `~` finds them.
             * @example 3
             */
            notStated: number;
        };
        FacetsDto: {
            /**
             * @description False where they cannot be counted: there are no counts then, and no filters by specifications.
             * @example true
             */
            isCounted: boolean;
            /**
             * @description Why they are not counted: the catalogue is too large without OpenSearch, or the search is not ready and will be.
             * @example too-many
             */
            uncounted?: components["schemas"]["Uncounted"];
            /** @description One for each kind on sale, in order of their slugs; those of another kind are counted without `spec`. */
            kinds: components["schemas"]["KindCountDto"][];
            /** @description One for each availability. */
            availabilities: components["schemas"]["AvailabilityCountDto"][];
            /** @description Of the chosen kind, in the order of its specifications. */
            specs: components["schemas"]["SpecFacetDto"][];
        };
        SuggestedPartDto: {
            /** @example 665f1c2ab8d4e1a2b3c4d5e6 */
            _id: string;
            /** @example Northbeam 480 SSD */
            name: string;
            /**
             * @description An https URL, or a path on this origin.
             * @example /products/dart-500-nvme-ssd-1-tb.webp
             */
            img: string;
            /**
             * @description The base price: of a unit, in dollars, two decimals.
             * @example 49.9
             */
            price: number;
            /**
             * @description What one part of its kind is called.
             * @example SSD
             */
            kindLabel?: string;
            /**
             * @description Its SKU, part number or GTIN, where what was typed is the beginning of it.
             * @example NB-480
             */
            number?: string;
        };
        SuggestedKindDto: {
            /** @example ssd */
            slug: string;
            /**
             * @description What several of its parts are called.
             * @example SSDs
             */
            label: string;
        };
        SuggestionsDto: {
            /**
             * @description The product whose SKU, part number or GTIN was typed.
             * @example 665f1c2ab8d4e1a2b3c4d5e6
             */
            exactId?: string;
            /** @description Best first. */
            parts: components["schemas"]["SuggestedPartDto"][];
            kinds: components["schemas"]["SuggestedKindDto"][];
            /**
             * @description The words that were searched instead, where some of those typed match nothing; `asTyped` searches for those typed.
             * @example motherboard atx
             */
            corrected?: string;
        };
        /** @enum {string} */
        ProductState: "on-sale" | "archived";
        /** @enum {string} */
        ManagedProductSort: "relevance" | "newest" | "oldest" | "price" | "-price" | "name" | "-name" | "availableQ" | "-availableQ" | "waiting" | "-waiting";
        ManagedProductDto: {
            /** @example 665f1c2ab8d4e1a2b3c4d5e6 */
            _id: string;
            /** @example Northbeam 480 SSD */
            name: string;
            /**
             * @description An https URL, or a path on this origin.
             * @example /products/dart-500-nvme-ssd-1-tb.webp
             */
            img: string;
            /**
             * @description The base price: of a unit, in dollars, two decimals.
             * @example 49.9
             */
            price: number;
            /** @description Unit prices for larger orders, of rising quantities and falling prices; absent where there are none. */
            breaks?: components["schemas"]["PriceBreakDto"][];
            /**
             * @description The least units of one order.
             * @example 5
             */
            minimumOQ: number;
            /**
             * @description Units of a pack: orders are of its multiples, as the minimum order is. Absent where any quantity can be ordered.
             * @example 5
             */
            orderStep?: number;
            /**
             * @description Units in stock. Of what is sold in packs, the whole packs of them can be ordered.
             * @example 120
             */
            availableQ: number;
            /** @example A 480 GB drive for light servers. */
            description: string;
            /**
             * @description The slug of its kind.
             * @example ssd
             */
            kind?: string;
            /**
             * @description What one part of its kind is called.
             * @example SSD
             */
            kindLabel?: string;
            /**
             * @description The values of its kind's specifications, in their units; what is not known is left out.
             * @example {
             *       "capacityGb": 480,
             *       "interface": "sata"
             *     }
             */
            specs?: {
                [key: string]: string | number | boolean | string[];
            };
            /** @description Those that matter most, as text: at most three. */
            highlights?: components["schemas"]["SpecTextDto"][];
            /**
             * @description The shop's own number of the part; no two products have the same.
             * @example NB-480
             */
            sku?: string;
            /**
             * @description Who makes it.
             * @example Northbeam
             */
            manufacturer?: string;
            /**
             * @description The manufacturer's numbers of it.
             * @example [
             *       "NB-480-R2"
             *     ]
             */
            partNumbers?: string[];
            /**
             * @description The Global Trade Item Number.
             * @example 04012345678901
             */
            gtin?: string;
            /** @description How much can be ordered, in one word. */
            availability: components["schemas"]["Availability"];
            /** Format: date-time */
            createdAt: string;
            /**
             * @description Units under which the product counts as low; without it, three minimum orders.
             * @example 20
             */
            lowStockAt?: number;
            /**
             * @description What another system calls it; no two products have the same.
             * @example ERP-4711
             */
            externalId?: string;
            /** @description An archived product is in no list of the shop and cannot be ordered. */
            state: components["schemas"]["ProductState"];
            /**
             * @description Units that people wait for, to be told when it is back in stock.
             * @example 120
             */
            waitingUnits: number;
            /**
             * @description How many people wait for it.
             * @example 7
             */
            waitingAlerts: number;
            /** Format: date-time */
            updatedAt: string;
        };
        ManagedProductPageDto: {
            /** @description The rows of this page. */
            items: components["schemas"]["ManagedProductDto"][];
            /**
             * @description Matching rows, counted to 10,000.
             * @example 48
             */
            total: number;
            /**
             * @description False when there are more than `total`.
             * @example true
             */
            totalIsExact: boolean;
            /** @example 1 */
            page: number;
            /** @example 20 */
            pageSize: number;
            /**
             * @description Leads to the rows after these; absent on the last page.
             * @example WzE3NjQwMjg4MDAsMTJd
             */
            nextCursor?: string;
            /**
             * @description The words that were searched instead, where some of those typed match nothing; `asTyped` searches for those typed.
             * @example motherboard atx
             */
            corrected?: string;
        };
        SynonymGroupDto: {
            /**
             * @example [
             *       "gpu",
             *       "graphics card",
             *       "video card"
             *     ]
             */
            words: string[];
        };
        SynonymsDto: {
            groups: components["schemas"]["SynonymGroupDto"][];
        };
        ReplaceSynonymsDto: {
            /**
             * @description All groups; those left out are removed.
             * @example [
             *       {
             *         "words": [
             *           "gpu",
             *           "graphics card"
             *         ]
             *       }
             *     ]
             */
            groups: components["schemas"]["SynonymGroupDto"][];
        };
        SearchMissDto: {
            /**
             * @description In lower case, without signs.
             * @example quantum drive
             */
            words: string;
            /**
             * @description How often, in the 90 days since it was searched last.
             * @example 7
             */
            count: number;
            /** Format: date-time */
            lastAt: string;
        };
        SearchMissesDto: {
            /** @description The most frequent first. */
            items: components["schemas"]["SearchMissDto"][];
        };
        KindOptionDto: {
            /** @example ssd */
            slug: string;
            /**
             * @description What several of its parts are called.
             * @example SSDs
             */
            label: string;
            /**
             * @description What it is listed under; empty for none.
             * @example Storage
             */
            group: string;
        };
        KindsDto: {
            /**
             * @example [
             *       "cooler",
             *       "memory",
             *       "ssd"
             *     ]
             */
            kinds: string[];
            /** @description The same as people read them, by their groups and labels. */
            options: components["schemas"]["KindOptionDto"][];
        };
        ShownSpecDto: {
            /** @example Capacity */
            label: string;
            /**
             * @description With its unit.
             * @example 480 GB
             */
            text: string;
            /** @example capacityGb */
            key: string;
            /**
             * @description False where it is not known; the text says so.
             * @example true
             */
            isStated: boolean;
            /**
             * @description As it is stored: a number in `unit`, the value of an option or several, or whether.
             * @example 480
             */
            value?: number | string | boolean | string[];
            /** @example GB */
            unit?: string;
            /**
             * @description The unit's code by UN/CEFACT Recommendation 20, where it has one.
             * @example E34
             */
            unitCode?: string;
        };
        SpecGroupDto: {
            /**
             * @description Its heading; empty for the specifications that stand under none.
             * @example Storage
             */
            label: string;
            specs: components["schemas"]["ShownSpecDto"][];
        };
        ProductDetailDto: {
            /** @example 665f1c2ab8d4e1a2b3c4d5e6 */
            _id: string;
            /** @example Northbeam 480 SSD */
            name: string;
            /**
             * @description An https URL, or a path on this origin.
             * @example /products/dart-500-nvme-ssd-1-tb.webp
             */
            img: string;
            /**
             * @description The base price: of a unit, in dollars, two decimals.
             * @example 49.9
             */
            price: number;
            /** @description Unit prices for larger orders, of rising quantities and falling prices; absent where there are none. */
            breaks?: components["schemas"]["PriceBreakDto"][];
            /**
             * @description The least units of one order.
             * @example 5
             */
            minimumOQ: number;
            /**
             * @description Units of a pack: orders are of its multiples, as the minimum order is. Absent where any quantity can be ordered.
             * @example 5
             */
            orderStep?: number;
            /**
             * @description Units in stock. Of what is sold in packs, the whole packs of them can be ordered.
             * @example 120
             */
            availableQ: number;
            /** @example A 480 GB drive for light servers. */
            description: string;
            /**
             * @description The slug of its kind.
             * @example ssd
             */
            kind?: string;
            /**
             * @description What one part of its kind is called.
             * @example SSD
             */
            kindLabel?: string;
            /**
             * @description The values of its kind's specifications, in their units; what is not known is left out.
             * @example {
             *       "capacityGb": 480,
             *       "interface": "sata"
             *     }
             */
            specs?: {
                [key: string]: string | number | boolean | string[];
            };
            /** @description Those that matter most, as text: at most three. */
            highlights?: components["schemas"]["SpecTextDto"][];
            /**
             * @description The shop's own number of the part; no two products have the same.
             * @example NB-480
             */
            sku?: string;
            /**
             * @description Who makes it.
             * @example Northbeam
             */
            manufacturer?: string;
            /**
             * @description The manufacturer's numbers of it.
             * @example [
             *       "NB-480-R2"
             *     ]
             */
            partNumbers?: string[];
            /**
             * @description The Global Trade Item Number.
             * @example 04012345678901
             */
            gtin?: string;
            /** @description How much can be ordered, in one word. */
            availability: components["schemas"]["Availability"];
            /** Format: date-time */
            createdAt: string;
            /** @description All specifications of its kind; absent where it has no kind, or one without specifications. */
            specification?: components["schemas"]["SpecGroupDto"][];
        };
        EditedBreakDto: {
            /**
             * @description The least units of an order at this price.
             * @example 10
             */
            from: number | string;
            /**
             * @description The price in dollars of each unit of such an order, at most two decimals.
             * @example 47.5
             */
            price: number | string;
        };
        CreateProductDto: {
            /** @example Northbeam 480 SSD */
            name: string;
            /**
             * @description The unit price in dollars, above 0, at most two decimals.
             * @example 49.9
             */
            price: number | string;
            /**
             * @description The least units of one order.
             * @example 5
             */
            minimumOQ: number | string;
            /**
             * @description Unit prices for larger orders: each from more units, above the minimum order, and below the price before.
             * @example [
             *       {
             *         "from": 10,
             *         "price": 47.5
             *       }
             *     ]
             */
            breaks?: components["schemas"]["EditedBreakDto"][];
            /**
             * @description Units of a pack, of which the minimum order and the quantities of the breaks are multiples; 1 for none.
             * @example 5
             */
            orderStep?: number | string;
            /**
             * @description Units in stock.
             * @example 120
             */
            availableQ: number | string;
            /** @example A 480 GB drive for light servers. */
            description: string;
            /**
             * @description An https URL, or a path on this origin such as an upload's response.
             * @example /products/dart-500-nvme-ssd-1-tb.webp
             */
            img: string;
            /**
             * @description The kind of part: its slug, or another of its names.
             * @example ssd
             */
            kind?: string;
            /**
             * @description Values of its kind's specifications: a number also as text with a unit, a choice by its value, label or alias.
             * @example {
             *       "capacityGb": "480 GB",
             *       "interface": "sata"
             *     }
             */
            specs?: {
                [key: string]: (string | number | boolean | string[]) | null;
            };
            /**
             * @description Who makes it.
             * @example Northbeam
             */
            manufacturer?: string;
            /**
             * @description The manufacturer's numbers of it.
             * @example [
             *       "NB-480-R2"
             *     ]
             */
            partNumbers?: string[];
            /** @example 04012345678901 */
            gtin?: string;
            /**
             * @description What another system calls it; another product's is refused with 409.
             * @example ERP-4711
             */
            externalId?: string;
            /**
             * @description The shop's own number of the part, kept in upper case; another product's is refused with 409.
             * @example NB-480
             */
            sku?: string;
            /**
             * @description Units under which the product counts as low.
             * @example 20
             */
            lowStockAt?: number | string;
        };
        ProductCreatedDto: {
            /**
             * @description The new product's `_id`.
             * @example 665f1c2ab8d4e1a2b3c4d5e6
             */
            insertedId: string;
        };
        EditProductDto: {
            /** @example Northbeam 480 SSD */
            name?: string;
            /**
             * @description The unit price in dollars, above 0, at most two decimals.
             * @example 49.9
             */
            price?: number | string;
            /**
             * @description The least units of one order.
             * @example 5
             */
            minimumOQ?: number | string;
            /** @example A 480 GB drive for light servers. */
            description?: string;
            /**
             * @description An https URL, or a path on this origin such as an upload's response.
             * @example /products/dart-500-nvme-ssd-1-tb.webp
             */
            img?: string;
            /**
             * @description Unit prices for larger orders, as a whole; null for none.
             * @example [
             *       {
             *         "from": 10,
             *         "price": 47.5
             *       }
             *     ]
             */
            breaks?: components["schemas"]["EditedBreakDto"][] | null;
            /**
             * @description Units of a pack; null or 1 where any quantity can be ordered.
             * @example 5
             */
            orderStep?: (number | string) | null;
            /**
             * @description The kind of part: its slug, or another of its names; null for none. Of the specifications, those stay that it has too.
             * @example ssd
             */
            kind?: string | null;
            /**
             * @description Values of specifications: those given are set, with null for one that is not known; the others stay.
             * @example {
             *       "capacityGb": "480 GB",
             *       "interface": "sata"
             *     }
             */
            specs?: {
                [key: string]: (string | number | boolean | string[]) | null;
            };
            /**
             * @description Who makes it; null where that is not said.
             * @example Northbeam
             */
            manufacturer?: string | null;
            /**
             * @description The manufacturer's numbers of it, as a whole; null for none.
             * @example [
             *       "NB-480-R2"
             *     ]
             */
            partNumbers?: string[] | null;
            /** @example 04012345678901 */
            gtin?: string | null;
            /**
             * @description What another system calls it; null for nothing. Another product's is refused with 409.
             * @example ERP-4711
             */
            externalId?: string | null;
            /**
             * @description The shop's own number of the part; null for none. Another product's is refused with 409.
             * @example NB-480
             */
            sku?: string | null;
            /**
             * @description Units under which the product counts as low; null for three minimum orders.
             * @example 20
             */
            lowStockAt?: (number | string) | null;
        };
        RestockDto: {
            /**
             * @description Units to add to each product; below zero to take away, as after a count; not 0.
             * @example 40
             */
            units: number;
            /**
             * @description Why, for the audit log.
             * @example Delivery of November 22
             */
            reason: string;
        };
        DeletedDto: {
            /**
             * @description How many were removed.
             * @example 1
             */
            deletedCount: number;
        };
        ManagedItemFilters: {
            /**
             * @description Words of the name, kind, numbers, specifications or description; all must match, each by its beginning, a synonym, or with a
             *     typing error where nothing else matches it. The first 12 count. A whole SKU, part number or GTIN finds its product first.
             * @example ssd 480
             */
            q?: string;
            /**
             * @description `true` searches the words as they were typed, without correcting typing errors.
             * @default false
             */
            asTyped?: boolean;
            /**
             * @description Values of specifications of the kind, which `kind` has to name: `socket:AM5,AM4;tdpW:65..125`. `65..` and `..125` are open;
             *     `~` stands for a value that is not stated. `GET /items/facets` has the keys and values.
             * @example socket:AM5,AM4;tdpW:65..125
             */
            spec?: string;
            /**
             * @description Only products of this kind: its slug, or another of its names.
             * @example ssd
             */
            kind?: string;
            /** @description Unit price in dollars, at least. */
            minPrice?: number;
            /** @description Unit price in dollars, at most. */
            maxPrice?: number;
            /** @description Only products of which so much can be ordered; `low-stock` are those that are low, below their minimum or sold out. */
            availability?: components["schemas"]["AvailabilityFilter"];
            /**
             * @description On sale, or archived.
             * @default on-sale
             */
            state?: components["schemas"]["ProductState"];
            /**
             * @description The key of a specification that they have no value of.
             * @example lengthMm
             */
            lacks?: string;
        };
        BulkPriceDto: {
            /**
             * @description These rows. Either `ids` or `filter` (or `all`) is needed, and not both.
             * @example [
             *       "665f1c2ab8d4e1a2b3c4d5e6"
             *     ]
             */
            ids?: string[];
            /**
             * @description All rows that match; more than 1000 are refused with 422. It has to exclude some, unless `all` is true.
             * @example {
             *       "q": "northbeam"
             *     }
             */
            filter?: components["schemas"]["ManagedItemFilters"];
            /**
             * @description That every row may be meant: without `filter`, with an empty one, or one of `q` without words.
             * @default false
             * @example false
             */
            all?: boolean;
            /**
             * @description Only says which rows qualify, and why the others do not.
             * @default false
             * @example true
             */
            dryRun?: boolean;
            /**
             * @description The `previewId` of a dry run: 409 when what it showed has changed since.
             * @example nZcPOKSzWlBmsGSmErMf9Q4Sfn8VT-JeqkxNW1ecqgI
             */
            previewId?: string;
            /**
             * @description The new unit price in dollars of each product. Either `price` or `percent` is needed, and not both.
             * @example 49.9
             */
            price?: number | string;
            /**
             * @description Percent to add to each price, and to those by quantity, or below zero to take off; rounded to whole cents, halves up, to
             *     at least one cent. A product whose prices by quantity would not fall any more is refused, as with `price`.
             * @example -10
             */
            percent?: number;
        };
        /**
         * @description `refused` by a rule; `failed` for a reason that may have passed at a repeat.
         * @enum {string}
         */
        BulkOutcome: "qualifies" | "done" | "refused" | "failed";
        BulkRowDto: {
            /**
             * @description The `_id` of the row.
             * @example 665f1c2ab8d4e1a2b3c4d5e6
             */
            id: string;
            /**
             * @description What people call it; the `id` for API keys that may not read the rows.
             * @example Northbeam 480 SSD for Casey Customer
             */
            label: string;
            /** @description `refused` by a rule; `failed` for a reason that may have passed at a repeat. */
            outcome: components["schemas"]["BulkOutcome"];
            /**
             * @description Why it was refused or failed.
             * @example The order is unpaid.
             */
            reason?: string;
            /**
             * @description Of a change of a number: what it was when it was changed, or in a dry run when it was read.
             * @example 49.9
             */
            before?: number;
            /**
             * @description What it becomes.
             * @example 44.91
             */
            after?: number;
        };
        BulkResultDto: {
            /**
             * @description Rows named or matching.
             * @example 12
             */
            matched: number;
            /**
             * @description Rows that the operation is possible for.
             * @example 10
             */
            qualifying: number;
            /** @description Whether nothing was changed. */
            dryRun: boolean;
            /**
             * @description Of a dry run: names what it showed, for the `previewId` of the call that does it.
             * @example nZcPOKSzWlBmsGSmErMf9Q4Sfn8VT-JeqkxNW1ecqgI
             */
            previewId?: string;
            /** @description Every row. */
            rows: components["schemas"]["BulkRowDto"][];
        };
        BulkStockDto: {
            /**
             * @description These rows. Either `ids` or `filter` (or `all`) is needed, and not both.
             * @example [
             *       "665f1c2ab8d4e1a2b3c4d5e6"
             *     ]
             */
            ids?: string[];
            /**
             * @description All rows that match; more than 1000 are refused with 422. It has to exclude some, unless `all` is true.
             * @example {
             *       "q": "northbeam"
             *     }
             */
            filter?: components["schemas"]["ManagedItemFilters"];
            /**
             * @description That every row may be meant: without `filter`, with an empty one, or one of `q` without words.
             * @default false
             * @example false
             */
            all?: boolean;
            /**
             * @description Only says which rows qualify, and why the others do not.
             * @default false
             * @example true
             */
            dryRun?: boolean;
            /**
             * @description The `previewId` of a dry run: 409 when what it showed has changed since.
             * @example nZcPOKSzWlBmsGSmErMf9Q4Sfn8VT-JeqkxNW1ecqgI
             */
            previewId?: string;
            /**
             * @description Units to add to each product; below zero to take away, as after a count; not 0.
             * @example 40
             */
            units: number;
            /**
             * @description Why, for the audit log.
             * @example Delivery of November 22
             */
            reason: string;
        };
        BulkSpecDto: {
            /**
             * @description These rows. Either `ids` or `filter` (or `all`) is needed, and not both.
             * @example [
             *       "665f1c2ab8d4e1a2b3c4d5e6"
             *     ]
             */
            ids?: string[];
            /**
             * @description All rows that match; more than 1000 are refused with 422. It has to exclude some, unless `all` is true.
             * @example {
             *       "q": "northbeam"
             *     }
             */
            filter?: components["schemas"]["ManagedItemFilters"];
            /**
             * @description That every row may be meant: without `filter`, with an empty one, or one of `q` without words.
             * @default false
             * @example false
             */
            all?: boolean;
            /**
             * @description Only says which rows qualify, and why the others do not.
             * @default false
             * @example true
             */
            dryRun?: boolean;
            /**
             * @description The `previewId` of a dry run: 409 when what it showed has changed since.
             * @example nZcPOKSzWlBmsGSmErMf9Q4Sfn8VT-JeqkxNW1ecqgI
             */
            previewId?: string;
            /**
             * @description The kind that has the specification; parts of another one are refused.
             * @example ssd
             */
            kind: string;
            /**
             * @description The specification.
             * @example lengthMm
             */
            key: string;
            /**
             * @description What the product's `specs` take for it; null where it is not known.
             * @example 31 cm
             */
            value: (string | number | boolean | string[]) | null;
        };
        BulkItemsDto: {
            /**
             * @description These rows. Either `ids` or `filter` (or `all`) is needed, and not both.
             * @example [
             *       "665f1c2ab8d4e1a2b3c4d5e6"
             *     ]
             */
            ids?: string[];
            /**
             * @description All rows that match; more than 1000 are refused with 422. It has to exclude some, unless `all` is true.
             * @example {
             *       "q": "northbeam"
             *     }
             */
            filter?: components["schemas"]["ManagedItemFilters"];
            /**
             * @description That every row may be meant: without `filter`, with an empty one, or one of `q` without words.
             * @default false
             * @example false
             */
            all?: boolean;
            /**
             * @description Only says which rows qualify, and why the others do not.
             * @default false
             * @example true
             */
            dryRun?: boolean;
            /**
             * @description The `previewId` of a dry run: 409 when what it showed has changed since.
             * @example nZcPOKSzWlBmsGSmErMf9Q4Sfn8VT-JeqkxNW1ecqgI
             */
            previewId?: string;
        };
        /** @enum {string} */
        ImportAction: "create" | "update";
        ImportedFieldDto: {
            /** @example price */
            field: string;
            /** @example 49.9 */
            before?: string | number;
            /** @example 44.9 */
            after?: string | number;
        };
        ImportedRowDto: {
            /**
             * @description The line of the file where the row begins; the header is line 1.
             * @example 2
             */
            line: number;
            /**
             * @description The product's name.
             * @example Northbeam 480 SSD
             */
            label: string;
            action: components["schemas"]["ImportAction"];
            /** @description The fields that change; of a new product all. */
            fields: components["schemas"]["ImportedFieldDto"][];
        };
        ImportErrorDto: {
            /** @example 2 */
            line: number;
            /**
             * @description The column; absent when it is the row or the file.
             * @example price
             */
            column?: string;
            /** @example Enter a price above 0. */
            message: string;
        };
        ImportResultDto: {
            /** @description Whether nothing was changed. */
            dryRun: boolean;
            /**
             * @description Rows of the file.
             * @example 50
             */
            rows: number;
            /** @example 2 */
            created: number;
            /** @example 40 */
            updated: number;
            /** @example 8 */
            unchanged: number;
            /**
             * @description Rows with errors.
             * @example 0
             */
            invalid: number;
            /**
             * @description Whether the other rows can be imported without those with errors.
             * @example true
             */
            canSkipInvalid: boolean;
            /**
             * @description Columns that an import leaves alone.
             * @example [
             *       "createdAt"
             *     ]
             */
            ignoredColumns: string[];
            /** @description What changes, at most 500 rows of it. */
            changes: components["schemas"]["ImportedRowDto"][];
            /** @description What is wrong with the file, at most 500 of it; with any, nothing is imported unless the rows are left out. */
            errors: components["schemas"]["ImportErrorDto"][];
            /**
             * @description All that is wrong; a file with 5,000 errors is read no further.
             * @example 0
             */
            errorCount: number;
        };
        ManagedKindDto: {
            /** @example graphics-card */
            slug: string;
            /** @example Graphics card */
            label: string;
            /** @example Graphics cards */
            plural: string;
            /** @example  */
            group: string;
            isBuiltIn: boolean;
            /**
             * @description How many specifications it has.
             * @example 14
             */
            specs: number;
            /**
             * @description How many parts there are of it, archived ones included.
             * @example 12
             */
            parts: number;
        };
        ManagedKindListDto: {
            kinds: components["schemas"]["ManagedKindDto"][];
        };
        /**
         * @description `choice` is one of the options, `choices` are several of them, `flag` is yes or no.
         * @enum {string}
         */
        SpecType: "number" | "choice" | "choices" | "flag" | "text";
        /**
         * @description What 0 says: that there is none, or that it is not known.
         * @enum {string}
         */
        ZeroMeaning: "none" | "unknown";
        SpecOptionDto: {
            /**
             * @description What is stored and sent.
             * @example sTR4
             */
            value: string;
            /**
             * @description What people read.
             * @example sTR4
             */
            label: string;
            /**
             * @description Other names of the same, which are read wherever a value is.
             * @example [
             *       "TR4"
             *     ]
             */
            aliases: string[];
        };
        /**
         * @description How parts are filtered by it.
         * @enum {string}
         */
        SpecFilter: "values" | "range" | "none";
        SpecDto: {
            /**
             * @description Names it in the API and in files (`spec.lengthMm`).
             * @example lengthMm
             */
            key: string;
            /** @example Length */
            label: string;
            /**
             * @description The heading that it stands under; empty for none.
             * @example Dimensions
             */
            group: string;
            /** @description `choice` is one of the options, `choices` are several of them, `flag` is yes or no. */
            type: components["schemas"]["SpecType"];
            /**
             * @description In which a number is stored and shown; absent where it counts something.
             * @example mm
             */
            unit?: string;
            /**
             * @description The least number, in its unit.
             * @example 1
             */
            min?: number;
            /**
             * @description The highest number, in its unit.
             * @example 600
             */
            max?: number;
            /**
             * @description The most decimals of a number; 0 unless set.
             * @example 1
             */
            decimals?: number;
            /** @description What 0 says: that there is none, or that it is not known. */
            zero?: components["schemas"]["ZeroMeaning"];
            /** @description Of a choice or choices, in the order in which they are shown. */
            options: components["schemas"]["SpecOptionDto"][];
            /** @description Whether a part has to have it. */
            required: boolean;
            /** @description How parts are filtered by it. */
            filter: components["schemas"]["SpecFilter"];
            /** @description Whether cards show it. */
            onCard: boolean;
            /** @description Whether parts are compared by it. */
            compared: boolean;
        };
        EditableKindDto: {
            /**
             * @description Names it in addresses and in the API.
             * @example graphics-card
             */
            slug: string;
            /**
             * @description What one part of it is called.
             * @example Graphics card
             */
            label: string;
            /**
             * @description What several are called.
             * @example Graphics cards
             */
            plural: string;
            /**
             * @description What it is listed under; empty for none.
             * @example
             */
            group: string;
            /**
             * @description Other texts that mean this kind, in lower case.
             * @example [
             *       "gpu",
             *       "video card"
             *     ]
             */
            aliases: string[];
            specs: components["schemas"]["SpecDto"][];
            /** @description Whether it came with the shop. */
            isBuiltIn: boolean;
            /**
             * @description The keys that rules of the shop read: they cannot be removed, nor change their type or unit.
             * @example [
             *       "lengthMm"
             *     ]
             */
            reservedKeys: string[];
            /**
             * @description How many parts there are of it, archived ones included.
             * @example 12
             */
            parts: number;
            /**
             * @description How many parts on sale have no value, by the key of the specification.
             * @example {
             *       "lengthMm": 3
             *     }
             */
            lacking: {
                [key: string]: number;
            };
        };
        SaveOptionDto: {
            /**
             * @description What is stored and sent.
             * @example sTR4
             */
            value: string;
            /** @example sTR4 */
            label: string;
            /**
             * @example [
             *       "TR4"
             *     ]
             */
            aliases: string[];
            /**
             * @description The value that it had so far, to rename it: the parts that have it get the new one.
             * @example TR4
             */
            was?: string;
        };
        SaveSpecDto: {
            /**
             * @description Names it in the API and in files; an existing one keeps its key.
             * @example lengthMm
             */
            key: string;
            /** @example Length */
            label: string;
            /**
             * @description The heading that it stands under; empty for none.
             * @example Dimensions
             */
            group: string;
            type: components["schemas"]["SpecType"];
            /**
             * @description Of a number, in which it is stored and shown; without it, it counts something.
             * @example mm
             * @enum {string}
             */
            unit?: "mm" | "m" | "W" | "GB" | "MB" | "MT/s" | "MHz" | "GHz" | "g" | "kg" | "dB" | "rpm" | "V" | "A" | "MB/s" | "Gbit/s" | "CFM" | "mmH2O" | "bit" | "h" | "TBW" | "%";
            /**
             * @description Of a number, in its unit.
             * @example 1
             */
            min?: number;
            /**
             * @description Of a number, in its unit.
             * @example 600
             */
            max?: number;
            /** @example 0 */
            decimals?: number;
            /** @description Of a number: what 0 says. */
            zero?: components["schemas"]["ZeroMeaning"];
            /** @description Of a choice or choices; empty for other types. */
            options: components["schemas"]["SaveOptionDto"][];
            required: boolean;
            filter: components["schemas"]["SpecFilter"];
            onCard: boolean;
            compared: boolean;
        };
        CreateKindDto: {
            /**
             * @description Names it in addresses and in the API; never changed.
             * @example sound-card
             */
            slug: string;
            /** @example Sound card */
            label: string;
            /** @example Sound cards */
            plural: string;
            /**
             * @description What it is listed under; empty for none.
             * @example Audio
             */
            group: string;
            /**
             * @description Other texts that mean this kind.
             * @example [
             *       "audio card"
             *     ]
             */
            aliases: string[];
            /**
             * @example [
             *       {
             *         "key": "outputChannels",
             *         "label": "Output channels",
             *         "group": "Audio",
             *         "type": "number",
             *         "min": 1,
             *         "max": 32,
             *         "options": [],
             *         "required": false,
             *         "filter": "values",
             *         "onCard": true,
             *         "compared": true
             *       }
             *     ]
             */
            specs: components["schemas"]["SaveSpecDto"][];
        };
        ReplaceKindDto: {
            /** @example Sound card */
            label: string;
            /** @example Sound cards */
            plural: string;
            /**
             * @description What it is listed under; empty for none.
             * @example Audio
             */
            group: string;
            /**
             * @description Other texts that mean this kind.
             * @example [
             *       "audio card"
             *     ]
             */
            aliases: string[];
            /**
             * @example [
             *       {
             *         "key": "outputChannels",
             *         "label": "Output channels",
             *         "group": "Audio",
             *         "type": "number",
             *         "min": 1,
             *         "max": 32,
             *         "options": [],
             *         "required": false,
             *         "filter": "values",
             *         "onCard": true,
             *         "compared": true
             *       }
             *     ]
             */
            specs: components["schemas"]["SaveSpecDto"][];
        };
        RequestStockAlertDto: {
            /**
             * @description How many they want: at least the minimum order.
             * @example 25
             */
            units: number | string;
            /**
             * @description Who is told; they confirm it by a mailed link first.
             * @example customer@example.com
             */
            email: string;
        };
        StockAlertRequestedDto: {
            /**
             * @description Whether a mailed link has to be opened first. Where anybody asks it is always true, whatever the shop knows of the address.
             * @example true
             */
            needsConfirmation: boolean;
        };
        RequestOwnStockAlertDto: {
            /**
             * @description How many they want: at least the minimum order.
             * @example 25
             */
            units: number | string;
        };
        /** @enum {string} */
        StockAlertState: "requested" | "waiting" | "notified";
        OwnStockAlertDto: {
            /** @example 665f1c2ab8d4e1a2b3c4d5e6 */
            productId: string;
            /** @example Northbeam 480 SSD */
            productName: string;
            /**
             * @description How many are wanted; before they are confirmed, how many were asked for.
             * @example 25
             */
            units: number;
            state: components["schemas"]["StockAlertState"];
            /** @example 665f1c2ab8d4e1a2b3c4d5e6 */
            _id: string;
            /**
             * Format: date-time
             * @description Since when they wait.
             */
            since: string;
        };
        OwnStockAlertsDto: {
            /** @description Newest first. */
            alerts: components["schemas"]["OwnStockAlertDto"][];
        };
        LinkedStockAlertDto: {
            /** @example 665f1c2ab8d4e1a2b3c4d5e6 */
            productId: string;
            /** @example Northbeam 480 SSD */
            productName: string;
            /**
             * @description How many are wanted; before they are confirmed, how many were asked for.
             * @example 25
             */
            units: number;
            state: components["schemas"]["StockAlertState"];
            /**
             * @description Whether nothing is left to be confirmed.
             * @example false
             */
            isConfirmed: boolean;
        };
        SavedAddressDto: {
            /** @example Casey Customer */
            name: string;
            /** @example Springfield Systems Inc. */
            company?: string;
            /**
             * @description Street and number.
             * @example 12 Foundry Lane
             */
            line1: string;
            /** @example Gate 3 */
            line2?: string;
            /** @example Springfield */
            city: string;
            /**
             * @description A state, province or region, as people write it.
             * @example IL
             */
            region?: string;
            /** @example 62704 */
            postalCode: string;
            /**
             * @description ISO 3166-1 alpha-2.
             * @example US
             */
            country: string;
            /** @example 665f1c2ab8d4e1a2b3c4d5e6 */
            _id: string;
            /** @description Whether forms are filled with it; true of one, unless there is none. */
            isDefault: boolean;
            /**
             * @description The address as one text, a line each.
             * @example Casey Customer
             *     12 Foundry Lane
             *     Springfield, IL 62704
             *     United States
             */
            text: string;
        };
        AddressBookDto: {
            addresses: components["schemas"]["SavedAddressDto"][];
        };
        SaveAddressDto: {
            /** @example Casey Customer */
            name: string;
            /** @example Springfield Systems Inc. */
            company?: string;
            /**
             * @description Street and number.
             * @example 12 Foundry Lane
             */
            line1: string;
            /** @example Gate 3 */
            line2?: string;
            /** @example Springfield */
            city: string;
            /**
             * @description A state, province or region, as people write it.
             * @example IL
             */
            region?: string;
            /** @example 62704 */
            postalCode: string;
            /**
             * @description ISO 3166-1 alpha-2.
             * @example US
             */
            country: string;
            /**
             * @description Whether it becomes the one that forms are filled with; the first one always does.
             * @example true
             */
            isDefault?: boolean;
        };
        DeliveryMethodDto: {
            /** @example 665f1c2ab8d4e1a2b3c4d5e6 */
            _id: string;
            /** @example Express */
            name: string;
            /**
             * @description Dollars.
             * @example 14.9
             */
            price: number;
            /**
             * @description The subtotal in dollars from which on it costs nothing; absent where it always costs its price.
             * @example 500
             */
            freeFrom?: number;
            /**
             * @description How many working days it takes.
             * @example 2
             */
            workingDays: number;
            /**
             * @description The ISO 3166-1 alpha-2 codes of the countries it delivers to; none: to all.
             * @example [
             *       "US",
             *       "CA"
             *     ]
             */
            countries: string[];
        };
        DeliveryMethodsDto: {
            /**
             * @description The country of addresses that name none.
             * @example US
             */
            shopCountry: string;
            /** @description Cheapest first. */
            methods: components["schemas"]["DeliveryMethodDto"][];
        };
        CarrierDto: {
            /** @example Springfield Couriers */
            name: string;
            /**
             * @description With `{number}` for the tracking number.
             * @example https://couriers.example/track/{number}
             */
            trackingUrl: string;
        };
        CarriersDto: {
            /** @description The shop's own and those that it knows, by name. */
            carriers: components["schemas"]["CarrierDto"][];
        };
        TaxRateDto: {
            /**
             * @description ISO 3166-1 alpha-2.
             * @example US
             */
            country: string;
            /**
             * @description Compared without regard to case; absent: of the whole country, where no region's own rate applies.
             * @example IL
             */
            region?: string;
            /**
             * @description Percent, at most four decimals.
             * @example 8.25
             */
            rate: number;
            /**
             * @description Whether prices include it; otherwise it is added to them.
             * @example false
             */
            isIncluded: boolean;
        };
        DeliverySettingsDto: {
            methods: components["schemas"]["DeliveryMethodDto"][];
            taxRates: components["schemas"]["TaxRateDto"][];
            /** @description The shop's own carriers, besides those that it knows. */
            carriers: components["schemas"]["CarrierDto"][];
        };
        SaveDeliveryMethodDto: {
            /** @example Express */
            name: string;
            /**
             * @description Dollars.
             * @example 14.9
             */
            price: number;
            /**
             * @description The subtotal in dollars from which on it costs nothing; absent where it always costs its price.
             * @example 500
             */
            freeFrom?: number;
            /**
             * @description How many working days it takes.
             * @example 2
             */
            workingDays: number;
            /**
             * @description The ISO 3166-1 alpha-2 codes of the countries it delivers to; none: to all.
             * @example [
             *       "US",
             *       "CA"
             *     ]
             */
            countries: string[];
            /** @example 665f1c2ab8d4e1a2b3c4d5e6 */
            _id?: string;
        };
        SaveDeliverySettingsDto: {
            /**
             * @example [
             *       {
             *         "name": "Express",
             *         "price": 14.9,
             *         "workingDays": 2,
             *         "countries": [
             *           "US",
             *           "CA"
             *         ]
             *       }
             *     ]
             */
            methods: components["schemas"]["SaveDeliveryMethodDto"][];
            /**
             * @example [
             *       {
             *         "country": "US",
             *         "region": "IL",
             *         "rate": 8.25,
             *         "isIncluded": false
             *       }
             *     ]
             */
            taxRates: components["schemas"]["TaxRateDto"][];
            /**
             * @description Without it, they stay as they are.
             * @example [
             *       {
             *         "name": "Springfield Couriers",
             *         "trackingUrl": "https://couriers.example/track/{number}"
             *       }
             *     ]
             */
            carriers?: components["schemas"]["CarrierDto"][];
        };
        /** @enum {string} */
        BasketProblem: "price-changed" | "below-minimum" | "off-pack-step" | "more-than-available" | "sold-out" | "not-sold";
        /** @enum {string} */
        BasketFix: "accept-price" | "set-quantity" | "remove";
        BasketProblemDto: {
            code: components["schemas"]["BasketProblem"];
            /**
             * @description A sentence for the shopper.
             * @example Only 4 are left.
             */
            message: string;
            /**
             * @description The unit price in dollars that the shopper saw, of a changed one.
             * @example 49.9
             */
            was?: number;
            /**
             * @description The unit price in dollars now, of a changed one.
             * @example 52.5
             */
            is?: number;
            fix: components["schemas"]["BasketFix"];
            /**
             * @description The quantity that can be ordered, of the fix `set-quantity`: it meets every rule at once.
             * @example 4
             */
            orderQuantity?: number;
        };
        BasketLineDto: {
            /** @example 665f1c2ab8d4e1a2b3c4d5e7 */
            productId: string;
            /** @example 10 */
            orderQuantity: number;
            /**
             * @description What the part is called; empty for one that the shop does not know.
             * @example Northbeam 480 SSD
             */
            name: string;
            /**
             * @description Empty for a part that the shop does not know.
             * @example /products/dart-500-nvme-ssd-1-tb.webp
             */
            img: string;
            /** @description The part as it is sold now; absent when it is not sold any more. */
            product?: components["schemas"]["ProductDto"];
            /**
             * @description The unit price in dollars at this quantity; 0 when it is not sold any more.
             * @example 49.9
             */
            price: number;
            /**
             * @description Dollars; 0 when it is not sold any more.
             * @example 499
             */
            total: number;
            /** @description None: the line can be ordered as it is. */
            problems: components["schemas"]["BasketProblemDto"][];
        };
        DeliveryOfferDto: {
            /** @example 665f1c2ab8d4e1a2b3c4d5e6 */
            _id: string;
            /** @example Express */
            name: string;
            /**
             * @description What it costs for this basket, in dollars; with the tax where prices include it.
             * @example 14.9
             */
            price: number;
            /**
             * @description The subtotal in dollars from which on it costs nothing.
             * @example 500
             */
            freeFrom?: number;
            /**
             * Format: date
             * @description The day it is expected to arrive when the order is placed now.
             * @example 2026-11-30
             */
            expected: string;
        };
        BasketDto: {
            /** @description In the order they were added. */
            lines: components["schemas"]["BasketLineDto"][];
            /**
             * @description Of the lines that are sold, in dollars.
             * @example 499
             */
            subtotal: number;
            /** @description How it can be delivered, cheapest first; none where the shop has no delivery methods, or none for this country. */
            deliveryOffers: components["schemas"]["DeliveryOfferDto"][];
            /** @description The one whose price is in the total: that asked for, else the cheapest. */
            delivery?: components["schemas"]["DeliveryOfferDto"];
            /**
             * @description Whether the shop delivers to this country.
             * @example true
             */
            isDelivered: boolean;
            /**
             * @description Of all lines and of the delivery, in dollars.
             * @example 0
             */
            tax: number;
            /**
             * @description Percent.
             * @example 0
             */
            taxRate: number;
            /**
             * @description Whether the tax is in the prices, or added to them.
             * @example true
             */
            pricesIncludeTax: boolean;
            /**
             * @description What it would cost, in dollars.
             * @example 513.9
             */
            total: number;
        };
        SaveBasketLineDto: {
            /** @example 665f1c2ab8d4e1a2b3c4d5e7 */
            productId: string;
            /**
             * @description Units. Any number can be kept; a read says what of it can be ordered.
             * @example 10
             */
            orderQuantity: number | string;
            /**
             * @description The unit price in dollars that the shopper saw; a read says when it is another one now.
             * @example 49.9
             */
            price?: number | string;
        };
        SaveBasketDto: {
            /**
             * @description One a product.
             * @example [
             *       {
             *         "productId": "665f1c2ab8d4e1a2b3c4d5e7",
             *         "orderQuantity": 10,
             *         "price": 49.9
             *       }
             *     ]
             */
            lines: components["schemas"]["SaveBasketLineDto"][];
        };
        CheckBasketDto: {
            /**
             * @description ISO 3166-1 alpha-2; without it, the shop's own country.
             * @example US
             */
            country?: string;
            /**
             * @description A state, province or region: the tax may depend on it.
             * @example IL
             */
            region?: string;
            /**
             * @description Without it, the cheapest.
             * @example 665f1c2ab8d4e1a2b3c4d5e6
             */
            deliveryMethodId?: string;
            /**
             * @description One a product.
             * @example [
             *       {
             *         "productId": "665f1c2ab8d4e1a2b3c4d5e7",
             *         "orderQuantity": 10,
             *         "price": 49.9
             *       }
             *     ]
             */
            lines: components["schemas"]["SaveBasketLineDto"][];
        };
        /** @enum {string} */
        OrderDispute: "open" | "lost" | "won";
        /** @enum {string} */
        OrderStatus: "unpaid" | "paid" | "shipped" | "cancelled" | "refunded";
        StatusCountDto: {
            status: components["schemas"]["OrderStatus"];
            /**
             * @description Orders in this state, counted to 10,000.
             * @example 48
             */
            total: number;
            /**
             * @description False when there are more than `total`.
             * @example true
             */
            totalIsExact: boolean;
        };
        StatusCountsDto: {
            /** @description One for each state. */
            counts: components["schemas"]["StatusCountDto"][];
        };
        /** @enum {string} */
        OrderSort: "newest" | "oldest" | "total" | "-total";
        /** @enum {string} */
        OrderExportRows: "orders" | "lines";
        PurchaseFilter: {
            /**
             * @description A customer's whole e-mail address, or words and beginnings of words of the customer, their company, the delivery address, the
             *     products and SKUs, the PO number or the order's number; all must match. Or a number in any way of writing it: of the order,
             *     also its first or last four characters or more, with O for 0 and I or L for 1; the PO number or a SKU; a tracking number, its
             *     first eight characters or more; the telephone number, with or without the country code, its last five digits or more; the
             *     order's id, its first twelve characters or more.
             * @example customer@example.com
             */
            q?: string;
            /** @description Only orders in this state. */
            status?: components["schemas"]["OrderStatus"];
            /** @description Only orders whose payment is disputed, or was: `open`, `lost` or `won`. */
            dispute?: components["schemas"]["OrderDispute"];
            /**
             * @description Only those of the customer whose account has this address now. A customer must name themselves, or send `own`; an admin need
             *     not name anyone.
             * @example customer@example.com
             */
            email?: string;
            /**
             * @description Only the order that another system calls so.
             * @example SO-2026-00417
             */
            externalId?: string;
            /**
             * Format: date
             * @description Only orders placed on this day (UTC) or later.
             * @example 2026-11-01
             */
            from?: string;
            /**
             * Format: date
             * @description Only orders placed on this day (UTC) or before.
             * @example 2026-11-30
             */
            to?: string;
            /** @description The total in dollars, at least. */
            minTotal?: number;
            /** @description The total in dollars, at most. */
            maxTotal?: number;
            /**
             * @description Only orders with this product.
             * @example 665f1c2ab8d4e1a2b3c4d5e7
             */
            productId?: string;
            /**
             * @description Only orders with a product that was of this kind when it was ordered.
             * @example ssd
             */
            kind?: string;
        };
        BulkOrdersDto: {
            /**
             * @description These rows. Either `ids` or `filter` (or `all`) is needed, and not both.
             * @example [
             *       "665f1c2ab8d4e1a2b3c4d5e6"
             *     ]
             */
            ids?: string[];
            /**
             * @description All rows that match; more than 1000 are refused with 422. It has to exclude some, unless `all` is true.
             * @example {
             *       "q": "northbeam"
             *     }
             */
            filter?: components["schemas"]["PurchaseFilter"];
            /**
             * @description That every row may be meant: without `filter`, with an empty one, or one of `q` without words.
             * @default false
             * @example false
             */
            all?: boolean;
            /**
             * @description Only says which rows qualify, and why the others do not.
             * @default false
             * @example true
             */
            dryRun?: boolean;
            /**
             * @description The `previewId` of a dry run: 409 when what it showed has changed since.
             * @example nZcPOKSzWlBmsGSmErMf9Q4Sfn8VT-JeqkxNW1ecqgI
             */
            previewId?: string;
        };
        OrderLineDto: {
            /** @example 665f1c2ab8d4e1a2b3c4d5e7 */
            productId: string;
            /** @example Northbeam 480 SSD */
            name: string;
            /** @example NB-480 */
            sku?: string;
            /** @example ssd */
            kind?: string;
            /** @example /products/dart-500-nvme-ssd-1-tb.webp */
            img: string;
            /**
             * @description The unit price in dollars.
             * @example 49.9
             */
            price: number;
            /** @example 10 */
            quantity: number;
            /**
             * @description Percent.
             * @example 0
             */
            taxRate: number;
            /**
             * @description Dollars; included in the price or added to it, as `pricesIncludeTax` of the order says.
             * @example 0
             */
            tax: number;
            /**
             * @description What the line costs, in dollars.
             * @example 499
             */
            total: number;
            /**
             * @description Units that have shipped.
             * @example 0
             */
            shipped: number;
            /**
             * @description Units that were refunded.
             * @example 0
             */
            refunded: number;
            /**
             * @description Units that are still to be shipped; none of an order that was cancelled or refunded.
             * @example 10
             */
            outstanding: number;
        };
        OrderDeliveryDto: {
            /** @example Standard */
            name: string;
            /**
             * @description Dollars.
             * @example 0
             */
            price: number;
            /**
             * @description Dollars.
             * @example 0
             */
            tax: number;
            /**
             * Format: date
             * @description The day it is expected to arrive.
             * @example 2026-11-30
             */
            expected?: string;
        };
        AddressDto: {
            /** @example Casey Customer */
            name: string;
            /** @example Springfield Systems Inc. */
            company?: string;
            /**
             * @description Street and number.
             * @example 12 Foundry Lane
             */
            line1: string;
            /** @example Gate 3 */
            line2?: string;
            /** @example Springfield */
            city: string;
            /**
             * @description A state, province or region, as people write it.
             * @example IL
             */
            region?: string;
            /** @example 62704 */
            postalCode: string;
            /**
             * @description ISO 3166-1 alpha-2.
             * @example US
             */
            country: string;
        };
        /**
         * @description How much of it has shipped, of what was not refunded.
         * @enum {string}
         */
        Fulfilment: "none" | "partial" | "full";
        LineUnitsDto: {
            /** @example 665f1c2ab8d4e1a2b3c4d5e7 */
            productId: string;
            /** @example 10 */
            quantity: number;
        };
        ShipmentDto: {
            /** @example 665f1c2ab8d4e1a2b3c4d5ea */
            _id: string;
            /** Format: date-time */
            at: string;
            lines: components["schemas"]["LineUnitsDto"][];
            /** @example UPS */
            carrier?: string;
            /** @example 1Z999AA10123456784 */
            trackingNumber?: string;
            /**
             * @description The carrier's page that follows it, where the shop knows it.
             * @example https://www.ups.com/track?tracknum=1Z999AA10123456784
             */
            trackingUrl?: string;
            /**
             * Format: date-time
             * @description When it was undone, where it was.
             */
            undoneAt?: string;
            /**
             * @description Why it was undone; for admins.
             * @example The parcel never left.
             */
            undoReason?: string;
        };
        /**
         * @description How its refunds stand, when there are any.
         * @enum {string}
         */
        RefundStatus: "pending" | "succeeded" | "failed" | "partial";
        /**
         * @description What the caller can do with it now.
         * @enum {string}
         */
        OrderStep: "pay" | "cancel" | "ship" | "refund" | "remove";
        TimelineEntryDto: {
            /** Format: date-time */
            at: string;
            /**
             * @description The state reached, or another change, such as `refund-requested`.
             * @example paid
             */
            what: string;
            /**
             * @description Who did it: customer, admin, pay-link, expiry, webhook, payments-job, account-removal.
             * @example customer
             */
            by: string;
            /** @example by a check with the payment provider */
            note?: string;
        };
        OrderCustomerDto: {
            /**
             * @description The account's `_id`.
             * @example 665f1c2ab8d4e1a2b3c4d5e8
             */
            id: string;
            /**
             * @description The account's address now; absent once the account is removed.
             * @example customer@example.com
             */
            email?: string;
            /**
             * @description How many orders they have placed, counted to 10,000.
             * @example 3
             */
            orders: number;
        };
        OrderPaymentDto: {
            /**
             * @description The payment intent that paid it.
             * @example pi_3NkX2eLkdIwHu7ix0a1b2c3d
             */
            intentId: string;
            /**
             * @description Where the payment provider shows it; absent where the provider is a local service.
             * @example https://dashboard.stripe.com/payments/pi_3NkX2eLkdIwHu7ix0a1b2c3d
             */
            url?: string;
        };
        /** @enum {string} */
        OneRefundStatus: "pending" | "succeeded" | "failed";
        OrderRefundDto: {
            /**
             * @description Dollars.
             * @example 25
             */
            amount: number;
            status: components["schemas"]["OneRefundStatus"];
            /** @description The units that it gives back the price of, where it is of units. */
            lines?: components["schemas"]["LineUnitsDto"][];
            /** @description Whether it gives back the price of the delivery. */
            ofDelivery?: boolean;
            /**
             * @description Whether what it is of counts as refunded: it has succeeded, also where the bank has sent it back since. No other refund can be
             *     of the same.
             */
            isApplied?: boolean;
            /**
             * @description Of a refund of units or of the delivery: whether its money is owed, since the bank has sent it back after it had succeeded, and
             *     it was not made again. A refund of exactly its amount makes it again.
             */
            isOwed?: boolean;
            /** @description What became of its units, where an admin said so: all went back to the stock, or none did. */
            restock?: boolean;
            /**
             * @description Why it was made.
             * @example Two of ten units arrived broken
             */
            reason?: string;
            /**
             * @description Why it failed.
             * @example expired_or_canceled_card
             */
            failure?: string;
            /**
             * Format: date-time
             * @description When it was requested, or learned of.
             */
            at: string;
            /**
             * @description Who made it; `webhook` or `payments-job` for one made at the payment provider.
             * @example admin
             */
            by: string;
        };
        OrderNoteDto: {
            /** @example 665f1c2ab8d4e1a2b3c4d5e9 */
            _id: string;
            /** @example Asked for delivery before noon. */
            text: string;
            /**
             * @description Who wrote it, as they were called then.
             * @example Alex Admin
             */
            author: string;
            /** Format: date-time */
            at: string;
        };
        OrderDetailDto: {
            /** @example 665f1c2ab8d4e1a2b3c4d5e6 */
            _id: string;
            /**
             * @description What people call it.
             * @example RM-7F4K-29QX
             */
            number: string;
            /** @description Everything that was ordered. */
            lines: components["schemas"]["OrderLineDto"][];
            /**
             * @description The first line's product, followed by `and 2 more` where there are more.
             * @example Northbeam 480 SSD
             */
            productName: string;
            /** @example 10 */
            orderQuantity: number;
            /**
             * @description Of all lines, unit price × quantity, in dollars.
             * @example 499
             */
            subtotal: number;
            delivery?: components["schemas"]["OrderDeliveryDto"];
            /**
             * @description Of all lines and of the delivery, in dollars.
             * @example 0
             */
            tax: number;
            /** @description Whether the tax is in the prices, or added to them. */
            pricesIncludeTax: boolean;
            /**
             * @description The ISO 4217 code of every amount.
             * @example USD
             */
            currency: string;
            status: components["schemas"]["OrderStatus"];
            /**
             * @description The payment intent that paid it.
             * @example pi_3NkX2eLkdIwHu7ix0a1b2c3d
             */
            transactionId?: string;
            /**
             * @description What another system calls it; for admins, where one does.
             * @example SO-2026-00417
             */
            externalId?: string;
            /** @example Casey Customer */
            userName: string;
            /** @example customer@example.com */
            userEmail: string;
            /**
             * @description Where it is delivered, as one text.
             * @example 12 Foundry Lane, Springfield
             */
            address: string;
            /** @description The same in its parts, where it was given so. */
            shippingAddress?: components["schemas"]["AddressDto"];
            /** @example 5550100 */
            phone: string;
            /** @example Springfield Systems Inc. */
            company?: string;
            /**
             * @description The customer's VAT identification number.
             * @example DE123456789
             */
            vatId?: string;
            /**
             * @description The customer's own number of the order.
             * @example PO-2026-0117
             */
            poNumber?: string;
            /**
             * @description What the customer asks for.
             * @example Please deliver before noon.
             */
            note?: string;
            /** @example 665f1c2ab8d4e1a2b3c4d5e7 */
            productId: string;
            /**
             * @description The product's kind when the order was made.
             * @example ssd
             */
            kind?: string;
            /**
             * @description The unit price in dollars that the order was made at.
             * @example 49.9
             */
            price: number;
            /**
             * @description What is charged, in dollars: subtotal and delivery, and the tax where prices do not include it.
             * @example 499
             */
            total: number;
            /** @example /products/dart-500-nvme-ssd-1-tb.webp */
            img: string;
            /** @description Whether it was ever paid. */
            paid: boolean;
            /** @description Whether all of it has shipped. */
            shipped: boolean;
            /** @description How much of it has shipped, of what was not refunded. */
            fulfilment: components["schemas"]["Fulfilment"];
            /** @description Oldest first. */
            shipments: components["schemas"]["ShipmentDto"][];
            /** @description How its refunds stand, when there are any. */
            refundStatus?: components["schemas"]["RefundStatus"];
            /** @description Whether the cardholder disputes its payment, and what became of it; for admins, where somebody did. */
            dispute?: components["schemas"]["OrderDispute"];
            /**
             * Format: date-time
             * @description Until when an open dispute is to be responded to at the payment provider; for admins.
             */
            disputeDueBy?: string;
            /**
             * @description What was given back of its payment, in dollars.
             * @example 0
             */
            refunded: number;
            /** @description What the caller can do with it now. */
            nextSteps: components["schemas"]["OrderStep"][];
            /**
             * Format: date-time
             * @description When it expires, while it is unpaid.
             */
            holdUntil?: string;
            /** Format: date-time */
            createdAt: string;
            /** @description Every change, oldest first. */
            timeline: components["schemas"]["TimelineEntryDto"][];
            customer: components["schemas"]["OrderCustomerDto"];
            /** @description The payment that paid it, once it was paid. */
            payment?: components["schemas"]["OrderPaymentDto"];
            /**
             * @description What can still be given back of its payment, in dollars; 0 when nothing was paid.
             * @example 499
             */
            refundable: number;
            /**
             * @description Whether its address can still be changed.
             * @example true
             */
            isAddressEditable: boolean;
            /** @description Every refund, oldest first. */
            refunds: components["schemas"]["OrderRefundDto"][];
            /** @description Internal notes, oldest first. */
            notes: components["schemas"]["OrderNoteDto"][];
        };
        OrderDto: {
            /** @example 665f1c2ab8d4e1a2b3c4d5e6 */
            _id: string;
            /**
             * @description What people call it.
             * @example RM-7F4K-29QX
             */
            number: string;
            /** @description Everything that was ordered. */
            lines: components["schemas"]["OrderLineDto"][];
            /**
             * @description The first line's product, followed by `and 2 more` where there are more.
             * @example Northbeam 480 SSD
             */
            productName: string;
            /** @example 10 */
            orderQuantity: number;
            /**
             * @description Of all lines, unit price × quantity, in dollars.
             * @example 499
             */
            subtotal: number;
            delivery?: components["schemas"]["OrderDeliveryDto"];
            /**
             * @description Of all lines and of the delivery, in dollars.
             * @example 0
             */
            tax: number;
            /** @description Whether the tax is in the prices, or added to them. */
            pricesIncludeTax: boolean;
            /**
             * @description The ISO 4217 code of every amount.
             * @example USD
             */
            currency: string;
            status: components["schemas"]["OrderStatus"];
            /**
             * @description The payment intent that paid it.
             * @example pi_3NkX2eLkdIwHu7ix0a1b2c3d
             */
            transactionId?: string;
            /**
             * @description What another system calls it; for admins, where one does.
             * @example SO-2026-00417
             */
            externalId?: string;
            /** @example Casey Customer */
            userName: string;
            /** @example customer@example.com */
            userEmail: string;
            /**
             * @description Where it is delivered, as one text.
             * @example 12 Foundry Lane, Springfield
             */
            address: string;
            /** @description The same in its parts, where it was given so. */
            shippingAddress?: components["schemas"]["AddressDto"];
            /** @example 5550100 */
            phone: string;
            /** @example Springfield Systems Inc. */
            company?: string;
            /**
             * @description The customer's VAT identification number.
             * @example DE123456789
             */
            vatId?: string;
            /**
             * @description The customer's own number of the order.
             * @example PO-2026-0117
             */
            poNumber?: string;
            /**
             * @description What the customer asks for.
             * @example Please deliver before noon.
             */
            note?: string;
            /** @example 665f1c2ab8d4e1a2b3c4d5e7 */
            productId: string;
            /**
             * @description The product's kind when the order was made.
             * @example ssd
             */
            kind?: string;
            /**
             * @description The unit price in dollars that the order was made at.
             * @example 49.9
             */
            price: number;
            /**
             * @description What is charged, in dollars: subtotal and delivery, and the tax where prices do not include it.
             * @example 499
             */
            total: number;
            /** @example /products/dart-500-nvme-ssd-1-tb.webp */
            img: string;
            /** @description Whether it was ever paid. */
            paid: boolean;
            /** @description Whether all of it has shipped. */
            shipped: boolean;
            /** @description How much of it has shipped, of what was not refunded. */
            fulfilment: components["schemas"]["Fulfilment"];
            /** @description Oldest first. */
            shipments: components["schemas"]["ShipmentDto"][];
            /** @description How its refunds stand, when there are any. */
            refundStatus?: components["schemas"]["RefundStatus"];
            /** @description Whether the cardholder disputes its payment, and what became of it; for admins, where somebody did. */
            dispute?: components["schemas"]["OrderDispute"];
            /**
             * Format: date-time
             * @description Until when an open dispute is to be responded to at the payment provider; for admins.
             */
            disputeDueBy?: string;
            /**
             * @description What was given back of its payment, in dollars.
             * @example 0
             */
            refunded: number;
            /** @description What the caller can do with it now. */
            nextSteps: components["schemas"]["OrderStep"][];
            /**
             * Format: date-time
             * @description When it expires, while it is unpaid.
             */
            holdUntil?: string;
            /** Format: date-time */
            createdAt: string;
            /** @description Every change, oldest first. */
            timeline: components["schemas"]["TimelineEntryDto"][];
        };
        CreateOrderNoteDto: {
            /** @example Asked for delivery before noon. */
            text: string;
        };
        OwnRefundDto: {
            /**
             * @description Dollars.
             * @example 25
             */
            amount: number;
            status: components["schemas"]["OneRefundStatus"];
            /** @description The units that it gives back the price of, where it is of units. */
            lines?: components["schemas"]["LineUnitsDto"][];
            /** @description Whether it gives back the price of the delivery. */
            ofDelivery?: boolean;
            /**
             * Format: date-time
             * @description When it was requested, or learned of.
             */
            at: string;
        };
        OwnOrderDto: {
            /** @example 665f1c2ab8d4e1a2b3c4d5e6 */
            _id: string;
            /**
             * @description What people call it.
             * @example RM-7F4K-29QX
             */
            number: string;
            /** @description Everything that was ordered. */
            lines: components["schemas"]["OrderLineDto"][];
            /**
             * @description The first line's product, followed by `and 2 more` where there are more.
             * @example Northbeam 480 SSD
             */
            productName: string;
            /** @example 10 */
            orderQuantity: number;
            /**
             * @description Of all lines, unit price × quantity, in dollars.
             * @example 499
             */
            subtotal: number;
            delivery?: components["schemas"]["OrderDeliveryDto"];
            /**
             * @description Of all lines and of the delivery, in dollars.
             * @example 0
             */
            tax: number;
            /** @description Whether the tax is in the prices, or added to them. */
            pricesIncludeTax: boolean;
            /**
             * @description The ISO 4217 code of every amount.
             * @example USD
             */
            currency: string;
            status: components["schemas"]["OrderStatus"];
            /**
             * @description The payment intent that paid it.
             * @example pi_3NkX2eLkdIwHu7ix0a1b2c3d
             */
            transactionId?: string;
            /**
             * @description What another system calls it; for admins, where one does.
             * @example SO-2026-00417
             */
            externalId?: string;
            /** @example Casey Customer */
            userName: string;
            /** @example customer@example.com */
            userEmail: string;
            /**
             * @description Where it is delivered, as one text.
             * @example 12 Foundry Lane, Springfield
             */
            address: string;
            /** @description The same in its parts, where it was given so. */
            shippingAddress?: components["schemas"]["AddressDto"];
            /** @example 5550100 */
            phone: string;
            /** @example Springfield Systems Inc. */
            company?: string;
            /**
             * @description The customer's VAT identification number.
             * @example DE123456789
             */
            vatId?: string;
            /**
             * @description The customer's own number of the order.
             * @example PO-2026-0117
             */
            poNumber?: string;
            /**
             * @description What the customer asks for.
             * @example Please deliver before noon.
             */
            note?: string;
            /** @example 665f1c2ab8d4e1a2b3c4d5e7 */
            productId: string;
            /**
             * @description The product's kind when the order was made.
             * @example ssd
             */
            kind?: string;
            /**
             * @description The unit price in dollars that the order was made at.
             * @example 49.9
             */
            price: number;
            /**
             * @description What is charged, in dollars: subtotal and delivery, and the tax where prices do not include it.
             * @example 499
             */
            total: number;
            /** @example /products/dart-500-nvme-ssd-1-tb.webp */
            img: string;
            /** @description Whether it was ever paid. */
            paid: boolean;
            /** @description Whether all of it has shipped. */
            shipped: boolean;
            /** @description How much of it has shipped, of what was not refunded. */
            fulfilment: components["schemas"]["Fulfilment"];
            /** @description Oldest first. */
            shipments: components["schemas"]["ShipmentDto"][];
            /** @description How its refunds stand, when there are any. */
            refundStatus?: components["schemas"]["RefundStatus"];
            /** @description Whether the cardholder disputes its payment, and what became of it; for admins, where somebody did. */
            dispute?: components["schemas"]["OrderDispute"];
            /**
             * Format: date-time
             * @description Until when an open dispute is to be responded to at the payment provider; for admins.
             */
            disputeDueBy?: string;
            /**
             * @description What was given back of its payment, in dollars.
             * @example 0
             */
            refunded: number;
            /** @description What the caller can do with it now. */
            nextSteps: components["schemas"]["OrderStep"][];
            /**
             * Format: date-time
             * @description When it expires, while it is unpaid.
             */
            holdUntil?: string;
            /** Format: date-time */
            createdAt: string;
            /** @description Every change, oldest first. */
            timeline: components["schemas"]["TimelineEntryDto"][];
            /** @description Every refund, oldest first. */
            refunds: components["schemas"]["OwnRefundDto"][];
            /**
             * @description What was paid and not given back, in dollars; absent while nothing was paid.
             * @example 499
             */
            kept?: number;
            /**
             * Format: date-time
             * @description When its customer took it off their list; absent while it is on it.
             */
            removedAt?: string;
        };
        CreatePurchaseDto: {
            /**
             * @description The product. Without it, `productName` must name exactly one.
             * @example 665f1c2ab8d4e1a2b3c4d5e7
             */
            productId?: string;
            /**
             * @description The product's whole name; needed only without `productId`.
             * @example Northbeam 480 SSD
             */
            productName?: string;
            /** @example 12 Foundry Lane, Springfield */
            address: string;
            /**
             * @description Digits, as a string or a number.
             * @example 5550100
             */
            phone: string | number;
            /**
             * @description Whole units, within the product's minimum order and what is available.
             * @example 10
             */
            orderQuantity: number | string;
            /**
             * @description The unit price in dollars that the customer saw; another than the current one is refused with 409.
             * @example 49.9
             */
            price?: number | string;
            /**
             * @description Accepted and ignored: the account has the customer's name.
             * @example Casey Customer
             */
            userName?: (Record<string, never> | null) | unknown[] | string | number | boolean;
            /**
             * @description Accepted and ignored: the account has the customer's address.
             * @example customer@example.com
             */
            userEmail?: (Record<string, never> | null) | unknown[] | string | number | boolean;
            /**
             * @description Accepted and ignored: the product has the image.
             * @example /products/dart-500-nvme-ssd-1-tb.webp
             */
            img?: (Record<string, never> | null) | unknown[] | string | number | boolean;
        };
        /** @enum {string} */
        OrderMatchField: "number" | "customer" | "email" | "company" | "poNumber" | "product" | "sku" | "phone" | "address" | "trackingNumber" | "id";
        TextRangeDto: {
            /** @example 0 */
            from: number;
            /** @example 3 */
            to: number;
        };
        OrderMatchDto: {
            field: components["schemas"]["OrderMatchField"];
            /** @example +1 (555) 010-0199 */
            text: string;
            /**
             * @example [
             *       {
             *         "from": 4,
             *         "to": 17
             *       }
             *     ]
             */
            marks: components["schemas"]["TextRangeDto"][];
        };
        FoundOrderDto: {
            /** @example 665f1c2ab8d4e1a2b3c4d5e6 */
            _id: string;
            /**
             * @description What people call it.
             * @example RM-7F4K-29QX
             */
            number: string;
            /** @description Everything that was ordered. */
            lines: components["schemas"]["OrderLineDto"][];
            /**
             * @description The first line's product, followed by `and 2 more` where there are more.
             * @example Northbeam 480 SSD
             */
            productName: string;
            /** @example 10 */
            orderQuantity: number;
            /**
             * @description Of all lines, unit price × quantity, in dollars.
             * @example 499
             */
            subtotal: number;
            delivery?: components["schemas"]["OrderDeliveryDto"];
            /**
             * @description Of all lines and of the delivery, in dollars.
             * @example 0
             */
            tax: number;
            /** @description Whether the tax is in the prices, or added to them. */
            pricesIncludeTax: boolean;
            /**
             * @description The ISO 4217 code of every amount.
             * @example USD
             */
            currency: string;
            status: components["schemas"]["OrderStatus"];
            /**
             * @description The payment intent that paid it.
             * @example pi_3NkX2eLkdIwHu7ix0a1b2c3d
             */
            transactionId?: string;
            /**
             * @description What another system calls it; for admins, where one does.
             * @example SO-2026-00417
             */
            externalId?: string;
            /** @example Casey Customer */
            userName: string;
            /** @example customer@example.com */
            userEmail: string;
            /**
             * @description Where it is delivered, as one text.
             * @example 12 Foundry Lane, Springfield
             */
            address: string;
            /** @description The same in its parts, where it was given so. */
            shippingAddress?: components["schemas"]["AddressDto"];
            /** @example 5550100 */
            phone: string;
            /** @example Springfield Systems Inc. */
            company?: string;
            /**
             * @description The customer's VAT identification number.
             * @example DE123456789
             */
            vatId?: string;
            /**
             * @description The customer's own number of the order.
             * @example PO-2026-0117
             */
            poNumber?: string;
            /**
             * @description What the customer asks for.
             * @example Please deliver before noon.
             */
            note?: string;
            /** @example 665f1c2ab8d4e1a2b3c4d5e7 */
            productId: string;
            /**
             * @description The product's kind when the order was made.
             * @example ssd
             */
            kind?: string;
            /**
             * @description The unit price in dollars that the order was made at.
             * @example 49.9
             */
            price: number;
            /**
             * @description What is charged, in dollars: subtotal and delivery, and the tax where prices do not include it.
             * @example 499
             */
            total: number;
            /** @example /products/dart-500-nvme-ssd-1-tb.webp */
            img: string;
            /** @description Whether it was ever paid. */
            paid: boolean;
            /** @description Whether all of it has shipped. */
            shipped: boolean;
            /** @description How much of it has shipped, of what was not refunded. */
            fulfilment: components["schemas"]["Fulfilment"];
            /** @description Oldest first. */
            shipments: components["schemas"]["ShipmentDto"][];
            /** @description How its refunds stand, when there are any. */
            refundStatus?: components["schemas"]["RefundStatus"];
            /** @description Whether the cardholder disputes its payment, and what became of it; for admins, where somebody did. */
            dispute?: components["schemas"]["OrderDispute"];
            /**
             * Format: date-time
             * @description Until when an open dispute is to be responded to at the payment provider; for admins.
             */
            disputeDueBy?: string;
            /**
             * @description What was given back of its payment, in dollars.
             * @example 0
             */
            refunded: number;
            /** @description What the caller can do with it now. */
            nextSteps: components["schemas"]["OrderStep"][];
            /**
             * Format: date-time
             * @description When it expires, while it is unpaid.
             */
            holdUntil?: string;
            /** Format: date-time */
            createdAt: string;
            /** @description Every change, oldest first. */
            timeline: components["schemas"]["TimelineEntryDto"][];
            /** @description Where it has what was searched for by `q`; for admins. */
            matches?: components["schemas"]["OrderMatchDto"][];
        };
        OrderPageDto: {
            /** @description The rows of this page. */
            items: components["schemas"]["FoundOrderDto"][];
            /**
             * @description Matching rows, counted to 10,000.
             * @example 48
             */
            total: number;
            /**
             * @description False when there are more than `total`.
             * @example true
             */
            totalIsExact: boolean;
            /** @example 1 */
            page: number;
            /** @example 20 */
            pageSize: number;
            /**
             * @description Leads to the rows after these; absent on the last page.
             * @example WzE3NjQwMjg4MDAsMTJd
             */
            nextCursor?: string;
        };
        OrderToPayDto: {
            /** @example 665f1c2ab8d4e1a2b3c4d5e6 */
            _id: string;
            /**
             * @description What people call it.
             * @example RM-7F4K-29QX
             */
            number: string;
            /** @description Everything that was ordered. */
            lines: components["schemas"]["OrderLineDto"][];
            /**
             * @description The first line's product, followed by `and 2 more` where there are more.
             * @example Northbeam 480 SSD
             */
            productName: string;
            /** @example 10 */
            orderQuantity: number;
            /**
             * @description Of all lines, unit price × quantity, in dollars.
             * @example 499
             */
            subtotal: number;
            delivery?: components["schemas"]["OrderDeliveryDto"];
            /**
             * @description Of all lines and of the delivery, in dollars.
             * @example 0
             */
            tax: number;
            /** @description Whether the tax is in the prices, or added to them. */
            pricesIncludeTax: boolean;
            /**
             * @description The ISO 4217 code of every amount.
             * @example USD
             */
            currency: string;
            status: components["schemas"]["OrderStatus"];
            /**
             * @description The payment intent that paid it.
             * @example pi_3NkX2eLkdIwHu7ix0a1b2c3d
             */
            transactionId?: string;
            /**
             * @description The customer's name.
             * @example Casey Customer
             */
            name: string;
            /** @example customer@example.com */
            email: string;
            /**
             * @description The amount due in dollars; 0 when nothing is.
             * @example 499
             */
            price: number;
            /**
             * @description The unit price in dollars of its first line.
             * @example 49.9
             */
            unitPrice: number;
        };
        PackedLineDto: {
            /** @example 665f1c2ab8d4e1a2b3c4d5e7 */
            productId: string;
            /** @example Northbeam 480 SSD */
            name: string;
            /** @example NB-480 */
            sku?: string;
            /**
             * @description Units that are to be packed now.
             * @example 10
             */
            quantity: number;
        };
        PackingSlipDto: {
            /** @example 665f1c2ab8d4e1a2b3c4d5e6 */
            _id: string;
            /** @example RM-7F4K-29QX */
            number: string;
            /** Format: date-time */
            createdAt: string;
            /** @example Casey Customer */
            userName: string;
            /**
             * @description Where it is delivered, as one text.
             * @example 12 Foundry Lane, Springfield
             */
            address: string;
            /** @example 5550100 */
            phone: string;
            /**
             * @description The customer's own number of the order.
             * @example PO-2026-0117
             */
            poNumber?: string;
            /**
             * @description What the customer asks for.
             * @example Please deliver before noon.
             */
            note?: string;
            /**
             * @description The delivery method's name.
             * @example Standard
             */
            delivery?: string;
            /** @description Whether other units of it have shipped, or are refunded. */
            isPart: boolean;
            lines: components["schemas"]["PackedLineDto"][];
        };
        NotPackedDto: {
            /** @example 665f1c2ab8d4e1a2b3c4d5e6 */
            _id: string;
            /**
             * @description Absent where there is no such order.
             * @example RM-7F4K-29QX
             */
            number?: string;
            /** @example This order is unpaid; only a paid one can be shipped. */
            reason: string;
        };
        PackingListDto: {
            /** @description In the order that they were named. */
            slips: components["schemas"]["PackingSlipDto"][];
            left: components["schemas"]["NotPackedDto"][];
        };
        NamedUnitsDto: {
            /** @example 665f1c2ab8d4e1a2b3c4d5e7 */
            productId: string;
            /** @example 10 */
            quantity: number | string;
        };
        CreateShipmentDto: {
            /**
             * @description Who delivers it; the page that follows it is known of those that `GET /delivery/carriers` lists.
             * @example UPS
             */
            carrier?: string;
            /** @example 1Z999AA10123456784 */
            trackingNumber?: string;
            /**
             * @description The units that leave together, each product once; without it, all that are left.
             * @example [
             *       {
             *         "productId": "665f1c2ab8d4e1a2b3c4d5e7",
             *         "quantity": 10
             *       }
             *     ]
             */
            lines?: components["schemas"]["NamedUnitsDto"][];
        };
        TrackingDto: {
            /**
             * @description Who delivers it; the page that follows it is known of those that `GET /delivery/carriers` lists.
             * @example UPS
             */
            carrier?: string;
            /** @example 1Z999AA10123456784 */
            trackingNumber?: string;
        };
        UndoShipmentDto: {
            /**
             * @description Why, for other admins; the customer does not see it.
             * @example The parcel never left.
             */
            reason: string;
        };
        CheckoutLineDto: {
            /** @example 665f1c2ab8d4e1a2b3c4d5e7 */
            productId: string;
            /**
             * @description Whole units, within the part's minimum order, packs and what is available.
             * @example 10
             */
            orderQuantity: number | string;
            /**
             * @description The unit price in dollars that the shopper saw: the base price, or that at this quantity.
             * @example 49.9
             */
            price: number | string;
        };
        CheckoutDto: {
            /**
             * @description Where it is delivered.
             * @example {
             *       "name": "Casey Customer",
             *       "line1": "12 Foundry Lane",
             *       "city": "Springfield",
             *       "region": "IL",
             *       "postalCode": "62704",
             *       "country": "US"
             *     }
             */
            address: components["schemas"]["AddressDto"];
            /**
             * @description Digits, as a string or a number.
             * @example 5550100
             */
            phone: string | number;
            /**
             * @description One that delivers to the address; without it, the cheapest of them.
             * @example 665f1c2ab8d4e1a2b3c4d5e6
             */
            deliveryMethodId?: string;
            /**
             * @description The customer's VAT identification number.
             * @example DE123456789
             */
            vatId?: string;
            /**
             * @description The customer's own number of the order.
             * @example PO-2026-0117
             */
            poNumber?: string;
            /**
             * @description What the customer asks for.
             * @example Please deliver before noon.
             */
            note?: string;
            /**
             * @description What is ordered, one line a product.
             * @example [
             *       {
             *         "productId": "665f1c2ab8d4e1a2b3c4d5e7",
             *         "orderQuantity": 10,
             *         "price": 49.9
             *       }
             *     ]
             */
            lines: components["schemas"]["CheckoutLineDto"][];
        };
        CreatePaymentIntentDto: {
            /**
             * @description The order to pay. Without it, the caller's only unpaid order.
             * @example 665f1c2ab8d4e1a2b3c4d5e6
             */
            orderId?: string;
            /**
             * @description The amount in dollars that the customer saw; another than the amount due is refused with 409.
             * @example 499
             */
            price?: number | string;
        };
        PaymentIntentDto: {
            /**
             * @description What the browser pays with; the same each time while the intent is open.
             * @example pi_3NkX2eLkdIwHu7ix0a1b2c3d_secret_YrKJUKribcBjcG8HVhfZluoGH
             */
            clientSecret: string;
        };
        ConfirmPaymentDto: {
            /**
             * @description The payment intent's id.
             * @example pi_3NkX2eLkdIwHu7ix0a1b2c3d
             */
            transactionId: string;
            /**
             * @description Accepted and ignored, whatever it is: the intent says what was paid.
             * @example {}
             */
            payItem?: (Record<string, never> | null) | unknown[] | string | number | boolean;
        };
        RefundPurchaseDto: {
            /**
             * @description Dollars to give back, at most what is left of the payment; all of that without it.
             * @example 25
             */
            amount?: number | string;
            /**
             * @description The units whose price is given back, instead of an amount; each product once.
             * @example [
             *       {
             *         "productId": "665f1c2ab8d4e1a2b3c4d5e7",
             *         "quantity": 10
             *       }
             *     ]
             */
            lines?: components["schemas"]["NamedUnitsDto"][];
            /**
             * @description Whether the price of the delivery is given back, instead of an amount; `false` goes with `lines` or an `amount` only.
             * @default false
             * @example true
             */
            delivery?: boolean;
            /**
             * @description What becomes of the units: `true`, all of them go back to the stock; `false`, none do. Without it, those that have not shipped go
             *     back. An amount and the delivery alone are of no units.
             * @example true
             */
            restock?: boolean;
            /**
             * @description Why, for other admins; the customer does not see it.
             * @example Two of ten units arrived broken
             */
            reason?: string;
        };
        ReceivedDto: {
            /** @example true */
            received: boolean;
        };
        FailedEventDto: {
            /**
             * @description The event's id at the payment provider.
             * @example evt_1NkX2eLkdIwHu7ix0a1b2c3d
             */
            id: string;
            /** @example payment_intent.succeeded */
            type: string;
            /**
             * @description The payment that it is about, where that is known.
             * @example pi_3NkX2eLkdIwHu7ix0a1b2c3d
             */
            intentId?: string;
            /**
             * @description Why the last attempt failed.
             * @example The payment provider denied access: no such permission.
             */
            reason: string;
            /** @example 5 */
            attempts: number;
            /**
             * Format: date-time
             * @description When the first attempt failed.
             */
            since: string;
        };
        FailedEventsDto: {
            /** @description The latest first, at most 200. */
            events: components["schemas"]["FailedEventDto"][];
        };
        /**
         * @description What was done.
         * @enum {string}
         */
        EventResult: "handled" | "dismissed";
        EventResolutionDto: {
            /** @example evt_1NkX2eLkdIwHu7ix0a1b2c3d */
            eventId: string;
            /** @description What was done. */
            result: components["schemas"]["EventResult"];
        };
        PayLinkDto: {
            /**
             * @description The page where anybody can pay the order; a path where the shop's own address is not configured (`PUBLIC_URL`).
             * @example https://shop.example/pay/eyJhbGciOiJIUzI1NiJ9.eyJz.c2ln
             */
            url: string;
            /**
             * Format: date-time
             * @description When the link ends, with the order's hold at the latest.
             */
            expiresAt: string;
        };
        LinkedLineDto: {
            /** @example Northbeam 480 SSD */
            name: string;
            /** @example 10 */
            quantity: number;
            /**
             * @description Dollars, as on the order.
             * @example 499
             */
            total: number;
        };
        LinkedDeliveryDto: {
            /** @example Express */
            name: string;
            /**
             * @description Dollars.
             * @example 14.9
             */
            price: number;
        };
        /**
         * @description Whether it is paid; what became of it then is between the shop and its customer.
         * @enum {string}
         */
        LinkedStatus: "unpaid" | "paid";
        LinkedOrderDto: {
            /** @example RM-7F4K-29QX */
            number: string;
            lines: components["schemas"]["LinkedLineDto"][];
            delivery?: components["schemas"]["LinkedDeliveryDto"];
            /**
             * @description Of all lines and of the delivery, in dollars.
             * @example 0
             */
            tax: number;
            /** @description Whether the tax is in the prices, or added to them. */
            pricesIncludeTax: boolean;
            /**
             * @description What is charged, in dollars.
             * @example 513.9
             */
            amount: number;
            /**
             * @description The ISO 4217 code of every amount.
             * @example USD
             */
            currency: string;
            /** @description Whether it is paid; what became of it then is between the shop and its customer. */
            status: components["schemas"]["LinkedStatus"];
        };
        CreateLinkedIntentDto: {
            /**
             * @description The amount in dollars that the customer saw; another than the amount due is refused with 409.
             * @example 499
             */
            price?: number | string;
        };
        ConfirmLinkedPaymentDto: {
            /**
             * @description The payment intent's id.
             * @example pi_3NkX2eLkdIwHu7ix0a1b2c3d
             */
            transactionId: string;
        };
        /** @enum {string} */
        OverviewInterval: "day" | "week" | "month";
        OverviewFiguresDto: {
            /**
             * @description Orders placed.
             * @example 120
             */
            orders: number;
            /**
             * @description Those of them that were ever paid.
             * @example 96
             */
            paidOrders: number;
            /**
             * @description `paidOrders` by `orders`, from 0 to 1; null without orders.
             * @example 0.8
             */
            paymentRate: number | null;
            /**
             * @description What the paid ones cost, less what was refunded of it; in dollars.
             * @example 45300.5
             */
            revenue: number;
            /**
             * @description What of their price was refunded, in dollars.
             * @example 1200
             */
            refunded: number;
            /**
             * @description What one paid order cost on average before refunds, in dollars; null without paid orders.
             * @example 484.38
             */
            averageOrderValue: number | null;
        };
        OverviewEntryDto: {
            /**
             * @description Orders placed.
             * @example 120
             */
            orders: number;
            /**
             * @description Those of them that were ever paid.
             * @example 96
             */
            paidOrders: number;
            /**
             * @description `paidOrders` by `orders`, from 0 to 1; null without orders.
             * @example 0.8
             */
            paymentRate: number | null;
            /**
             * @description What the paid ones cost, less what was refunded of it; in dollars.
             * @example 45300.5
             */
            revenue: number;
            /**
             * @description What of their price was refunded, in dollars.
             * @example 1200
             */
            refunded: number;
            /**
             * @description What one paid order cost on average before refunds, in dollars; null without paid orders.
             * @example 484.38
             */
            averageOrderValue: number | null;
            /**
             * Format: date
             * @description The first day of the entry, in UTC.
             * @example 2026-11-16
             */
            from: string;
            /**
             * Format: date
             * @description The last day of the entry.
             * @example 2026-11-22
             */
            to: string;
        };
        OverviewRangeDto: {
            /**
             * Format: date
             * @example 2026-10-24
             */
            from: string;
            /**
             * Format: date
             * @example 2026-11-22
             */
            to: string;
            totals: components["schemas"]["OverviewFiguresDto"];
            /** @description By day, week or month, oldest first. */
            series: components["schemas"]["OverviewEntryDto"][];
        };
        TopProductDto: {
            /** @example 665f1c2ab8d4e1a2b3c4d5e7 */
            productId: string;
            /** @example Northbeam 480 SSD */
            name: string;
            /** @example /products/dart-500-nvme-ssd-1-tb.webp */
            img: string;
            /**
             * @description Units of the orders that were paid and not refunded as a whole.
             * @example 340
             */
            units: number;
            /**
             * @description What they brought, less refunds; in dollars.
             * @example 16966
             */
            revenue: number;
        };
        LowStockProductDto: {
            /** @example 665f1c2ab8d4e1a2b3c4d5e7 */
            _id: string;
            /** @example Northbeam 480 SSD */
            name: string;
            /** @example /products/dart-500-nvme-ssd-1-tb.webp */
            img: string;
            /** @example 3 */
            availableQ: number;
            /** @example 5 */
            minimumOQ: number;
            availability: components["schemas"]["Availability"];
        };
        LowStockDto: {
            /**
             * @description Products of which there are few left; each number counted to 10,000.
             * @example 4
             */
            low: number;
            /**
             * @description Products of which less than the minimum order is left.
             * @example 2
             */
            belowMinimum: number;
            /** @example 1 */
            soldOut: number;
            /** @description Some of them, the fewest units first: sold out, below the minimum, low. */
            items: components["schemas"]["LowStockProductDto"][];
        };
        OverviewDto: {
            /**
             * Format: date
             * @example 2026-10-24
             */
            from: string;
            /**
             * Format: date
             * @example 2026-11-22
             */
            to: string;
            totals: components["schemas"]["OverviewFiguresDto"];
            /** @description By day, week or month, oldest first. */
            series: components["schemas"]["OverviewEntryDto"][];
            by: components["schemas"]["OverviewInterval"];
            /** @description As many days, right before. */
            previous: components["schemas"]["OverviewRangeDto"];
            /** @description The ten that brought most in the range, best first. */
            topProducts: components["schemas"]["TopProductDto"][];
            /** @description As of now. */
            lowStock: components["schemas"]["LowStockDto"];
            /**
             * Format: date-time
             * @description Every change of an order up to then is counted.
             */
            asOf: string;
        };
        /** @enum {string} */
        ReconciliationFinding: "paid-without-order" | "cancelled-but-paid" | "amount-mismatch" | "refunds-differ" | "refund-failed" | "dispute" | "dispute-unknown" | "paid-without-payment" | "order-does-not-add-up";
        /**
         * @description What resolves it.
         * @enum {string}
         */
        ReconciliationAction: "confirm" | "refund" | "respond-at-provider" | "sync-refunds" | "look-at-order";
        ReconciliationRowDto: {
            finding: components["schemas"]["ReconciliationFinding"];
            /**
             * @description What is wrong, for a person.
             * @example The payment succeeded, but its order is unpaid.
             */
            detail: string;
            /** @example pi_3NkX2eLkdIwHu7ix0a1b2c3d */
            intentId?: string;
            /** @example 665f1c2ab8d4e1a2b3c4d5e6 */
            orderId?: string;
            /**
             * @description Absent, as is its state, where there is no such order.
             * @example RM-7F4K-29QX
             */
            orderNumber?: string;
            orderStatus?: components["schemas"]["OrderStatus"];
            /**
             * @description Where a person sees the payment at the provider; absent in the demo.
             * @example https://dashboard.stripe.com/payments/pi_3NkX2eLkdIwHu7ix0a1b2c3d
             */
            paymentUrl?: string;
            /**
             * @description What was received, in the currency's main unit.
             * @example 499
             */
            amount: number;
            /**
             * @description What the action `refund` gives back, likewise; present with that action alone.
             * @example 20
             */
            refundAmount?: number;
            /**
             * @description What the order costs, in dollars.
             * @example 499
             */
            amountDue?: number;
            /** @example usd */
            currency: string;
            /**
             * @description How a dispute stands, in the provider's word.
             * @example needs_response
             */
            disputeStatus?: string;
            /**
             * Format: date-time
             * @description When the payment was created, or of the latest event about the dispute.
             */
            at: string;
            /**
             * Format: date-time
             * @description When it was first found; absent where it was found just now.
             */
            foundAt?: string;
            /** @description What resolves it. */
            action: components["schemas"]["ReconciliationAction"];
        };
        ReconciliationPassDto: {
            /**
             * Format: date-time
             * @description When the last one ended; absent before the first.
             */
            endedAt?: string;
            /**
             * @description How many it compared.
             * @example 21400
             */
            compared?: number;
            /**
             * @description How many the one in progress has compared; absent while none is.
             * @example 1800
             */
            inProgress?: number;
            /**
             * @description About how many there are to compare, where that is known.
             * @example 21500
             */
            expected?: number;
        };
        ReconciliationPassesDto: {
            /** @description Of every payment at the provider with its order. */
            payments: components["schemas"]["ReconciliationPassDto"];
            /** @description Of every paid order with its payment at the provider. */
            orders: components["schemas"]["ReconciliationPassDto"];
        };
        ReconciliationDto: {
            /** @description What is wrong, newest first. */
            items: components["schemas"]["ReconciliationRowDto"][];
            /**
             * @description How many payments were compared now.
             * @example 214
             */
            checked: number;
            /** @description False when there were more payments than are compared at once, or more findings than are listed; ask for fewer days. */
            isComplete: boolean;
            /**
             * Format: date-time
             * @description Payments since then were compared.
             */
            since: string;
            /** @description The comparisons of everything, of whatever age. */
            passes: components["schemas"]["ReconciliationPassesDto"];
        };
        /**
         * @description What was done.
         * @enum {string}
         */
        ReconciliationResult: "confirmed" | "refunded" | "refund-pending" | "refunds-synced";
        ResolutionDto: {
            /** @example pi_3NkX2eLkdIwHu7ix0a1b2c3d */
            intentId: string;
            /** @description What was done. */
            result: components["schemas"]["ReconciliationResult"];
        };
        ReviewReplyDto: {
            /** @example Thank you, Casey. We passed it on to the packers. */
            text: string;
            /** Format: date-time */
            at: string;
        };
        ReviewDto: {
            /** @example 665f1c2ab8d4e1a2b3c4d5e6 */
            _id: string;
            /**
             * @description Whole stars, five is best.
             * @example 5
             */
            ratings: number;
            /** @example The drives arrived a day early, well packed. */
            comments: string;
            /**
             * @description The author's name.
             * @example Casey Customer
             */
            name: string;
            /**
             * @description The author's address, shortened: reviews are public, addresses are not.
             * @example c***@example.com
             */
            email: string;
            /**
             * @description The author's image; empty when there is none.
             * @example /avatars/1.svg
             */
            img: string;
            /** Format: date-time */
            createdAt: string;
            /**
             * @description Whether its author had paid an order when they wrote it.
             * @example true
             */
            verifiedBuyer: boolean;
            reply?: components["schemas"]["ReviewReplyDto"];
        };
        /** @enum {string} */
        ReviewSort: "newest" | "oldest";
        ReviewPageDto: {
            /** @description The rows of this page. */
            items: components["schemas"]["ReviewDto"][];
            /**
             * @description Matching rows, counted to 10,000.
             * @example 48
             */
            total: number;
            /**
             * @description False when there are more than `total`.
             * @example true
             */
            totalIsExact: boolean;
            /** @example 1 */
            page: number;
            /** @example 20 */
            pageSize: number;
            /**
             * @description Leads to the rows after these; absent on the last page.
             * @example WzE3NjQwMjg4MDAsMTJd
             */
            nextCursor?: string;
        };
        CreateReviewDto: {
            /**
             * @description Whole stars, five is best; a number or its string.
             * @example 5
             */
            ratings: number | string;
            /** @example The drives arrived a day early, well packed. */
            comments: string;
            /**
             * @description Accepted and ignored: the account has the author's name.
             * @example Casey Customer
             */
            name?: (Record<string, never> | null) | unknown[] | string | number | boolean;
            /**
             * @description Accepted and ignored: the account has the author's address.
             * @example customer@example.com
             */
            email?: (Record<string, never> | null) | unknown[] | string | number | boolean;
            /**
             * @description Accepted and ignored: the account has the author's image.
             * @example /avatars/1.svg
             */
            img?: (Record<string, never> | null) | unknown[] | string | number | boolean;
        };
        ManagedReviewDto: {
            /** @example 665f1c2ab8d4e1a2b3c4d5e6 */
            _id: string;
            /**
             * @description Whole stars, five is best.
             * @example 5
             */
            ratings: number;
            /** @example The drives arrived a day early, well packed. */
            comments: string;
            /**
             * @description The author's name.
             * @example Casey Customer
             */
            name: string;
            /**
             * @description The author's address, shortened: reviews are public, addresses are not.
             * @example c***@example.com
             */
            email: string;
            /**
             * @description The author's image; empty when there is none.
             * @example /avatars/1.svg
             */
            img: string;
            /** Format: date-time */
            createdAt: string;
            /**
             * @description Whether its author had paid an order when they wrote it.
             * @example true
             */
            verifiedBuyer: boolean;
            reply?: components["schemas"]["ReviewReplyDto"];
            /**
             * @description The author's whole address; empty once their account is removed.
             * @example customer@example.com
             */
            authorEmail: string;
            /**
             * @description Whether it is kept from everybody but admins.
             * @example false
             */
            hidden: boolean;
            /**
             * @description Why it is hidden.
             * @example Advertises another shop
             */
            hiddenReason?: string;
        };
        ManagedReviewPageDto: {
            /** @description The rows of this page. */
            items: components["schemas"]["ManagedReviewDto"][];
            /**
             * @description Matching rows, counted to 10,000.
             * @example 48
             */
            total: number;
            /**
             * @description False when there are more than `total`.
             * @example true
             */
            totalIsExact: boolean;
            /** @example 1 */
            page: number;
            /** @example 20 */
            pageSize: number;
            /**
             * @description Leads to the rows after these; absent on the last page.
             * @example WzE3NjQwMjg4MDAsMTJd
             */
            nextCursor?: string;
        };
        HideReviewDto: {
            /**
             * @description Why, for other admins; customers do not see it.
             * @example Advertises another shop
             */
            reason: string;
        };
        ReplyToReviewDto: {
            /**
             * @description What the shop replies, under the review.
             * @example Thank you, Casey. We passed it on to the packers.
             */
            text: string;
        };
        SavedViewDto: {
            /** @example 665f1c2ab8d4e1a2b3c4d5e6 */
            _id: string;
            /** @example orders */
            list: string;
            /** @example Unpaid, largest first */
            name: string;
            /**
             * @description Whether every admin sees it.
             * @example false
             */
            isShared: boolean;
            /**
             * @description Whether the caller may change it: their own, and shared ones whose owner was removed.
             * @example true
             */
            canEdit: boolean;
            /**
             * @description The owner's name; absent once they were removed.
             * @example Ada Admin
             */
            owner?: string;
            /** @example status=unpaid&sort=-total */
            query: string;
            /**
             * @example [
             *       "product",
             *       "customer",
             *       "total"
             *     ]
             */
            columns?: string[];
            /**
             * @description Goes up with each edit; in quotes, it is the `If-Match` of the next one.
             * @example 0
             */
            version: number;
        };
        CreateSavedViewDto: {
            /** @example Unpaid, largest first */
            name: string;
            /**
             * @description Whether every admin sees it; only its owner changes it.
             * @example false
             */
            isShared: boolean;
            /**
             * @description Filters and sort as the list's query string.
             * @example status=unpaid&sort=-total
             */
            query: string;
            /**
             * @description Keys of the columns shown, in the order of the list; left out, the list’s own.
             * @example [
             *       "product",
             *       "customer",
             *       "total"
             *     ]
             */
            columns?: string[];
            /**
             * @description Which list.
             * @example orders
             */
            list: string;
        };
        EditSavedViewDto: {
            /** @example Unpaid, largest first */
            name: string;
            /**
             * @description Whether every admin sees it; only its owner changes it.
             * @example false
             */
            isShared: boolean;
            /**
             * @description Filters and sort as the list's query string.
             * @example status=unpaid&sort=-total
             */
            query: string;
            /**
             * @description Keys of the columns shown, in the order of the list; left out, the list’s own.
             * @example [
             *       "product",
             *       "customer",
             *       "total"
             *     ]
             */
            columns?: string[];
        };
        /**
         * @description How close the rows are.
         * @enum {string}
         */
        Density: "comfortable" | "compact";
        ListSettingsDto: {
            /**
             * @description Keys of the columns shown; left out, the list’s own.
             * @example [
             *       "product",
             *       "customer",
             *       "total"
             *     ]
             */
            columns?: string[];
            /**
             * @description How close the rows are.
             * @example comfortable
             */
            density: components["schemas"]["Density"];
        };
        /** @enum {string} */
        Role: "customer" | "admin";
        UserDto: {
            /** @example 665f1c2ab8d4e1a2b3c4d5e6 */
            _id: string;
            /** @example customer@example.com */
            email: string;
            /**
             * @description Whether the identity provider has verified the address; only then can they become an admin.
             * @example true
             */
            emailVerified: boolean;
            /** @example Casey Customer */
            name: string;
            /** @example 5550100 */
            phone: string;
            /** @example BSc Mechanical Engineering */
            education: string;
            /** @example https://www.linkedin.com/in/casey-customer */
            linkedIn: string;
            role: components["schemas"]["Role"];
            /** Format: date-time */
            createdAt: string;
        };
        /** @enum {string} */
        UserSort: "newest" | "oldest";
        PersonDto: {
            /** @example 665f1c2ab8d4e1a2b3c4d5e6 */
            _id: string;
            /** @example customer@example.com */
            email: string;
            /**
             * @description Whether the identity provider has verified the address; only then can they become an admin.
             * @example true
             */
            emailVerified: boolean;
            /** @example Casey Customer */
            name: string;
            /** @example 5550100 */
            phone: string;
            /** @example BSc Mechanical Engineering */
            education: string;
            /** @example https://www.linkedin.com/in/casey-customer */
            linkedIn: string;
            role: components["schemas"]["Role"];
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description When they were last signed in, to the hour; absent when that is not known.
             */
            lastSeenAt?: string;
        };
        PersonPageDto: {
            /** @description The rows of this page. */
            items: components["schemas"]["PersonDto"][];
            /**
             * @description Matching rows, counted to 10,000.
             * @example 48
             */
            total: number;
            /**
             * @description False when there are more than `total`.
             * @example true
             */
            totalIsExact: boolean;
            /** @example 1 */
            page: number;
            /** @example 20 */
            pageSize: number;
            /**
             * @description Leads to the rows after these; absent on the last page.
             * @example WzE3NjQwMjg4MDAsMTJd
             */
            nextCursor?: string;
        };
        UpdateUserDto: {
            /** @example Casey Customer */
            name?: string;
            /** @example 5550100 */
            phone?: string | number;
            /** @example BSc Mechanical Engineering */
            education?: string;
            /** @example https://www.linkedin.com/in/casey-customer */
            linkedIn?: string;
            /**
             * @description Accepted and ignored: the path names the user, and nobody's address is changed.
             * @example customer@example.com
             */
            email?: (Record<string, never> | null) | unknown[] | string | number | boolean;
        };
        AdminDto: {
            /**
             * @description Whether the user is an admin now.
             * @example false
             */
            admin: boolean;
        };
        CustomerSpendDto: {
            /**
             * @description Paid less what was given back, in dollars.
             * @example 1497
             */
            amount: number;
            /**
             * @description The ISO 4217 code of the amount.
             * @example USD
             */
            currency: string;
            /**
             * @description False when there are more than 10,000 paid orders: then the newest 10,000 are added up.
             * @example true
             */
            isExact: boolean;
        };
        CustomerDto: {
            account: components["schemas"]["PersonDto"];
            /** @description How many orders they have in each state, those that they took off their list included. */
            orders: components["schemas"]["StatusCountDto"][];
            spend: components["schemas"]["CustomerSpendDto"];
            /** @description In the order they were added. */
            addresses: components["schemas"]["SavedAddressDto"][];
            /** @description Internal notes, oldest first. */
            notes: components["schemas"]["OrderNoteDto"][];
            /** @description The newest ones, newest first. */
            reviews: components["schemas"]["ManagedReviewDto"][];
        };
        CustomerRefDto: {
            /** @example 665f1c2ab8d4e1a2b3c4d5e8 */
            id?: string;
            /** @example customer@example.com */
            email?: string;
        };
        EnteredLineDto: {
            /** @example 665f1c2ab8d4e1a2b3c4d5e7 */
            productId?: string;
            /** @example NB-480 */
            sku?: string;
            /**
             * @description Whole units, within the part's minimum order, packs and what is available.
             * @example 10
             */
            orderQuantity: number | string;
        };
        EnterOrderDto: {
            /**
             * @description Where it is delivered.
             * @example {
             *       "name": "Casey Customer",
             *       "line1": "12 Foundry Lane",
             *       "city": "Springfield",
             *       "region": "IL",
             *       "postalCode": "62704",
             *       "country": "US"
             *     }
             */
            address: components["schemas"]["AddressDto"];
            /**
             * @description Digits, as a string or a number.
             * @example 5550100
             */
            phone: string | number;
            /**
             * @description One that delivers to the address; without it, the cheapest of them.
             * @example 665f1c2ab8d4e1a2b3c4d5e6
             */
            deliveryMethodId?: string;
            /**
             * @description The customer's VAT identification number.
             * @example DE123456789
             */
            vatId?: string;
            /**
             * @description The customer's own number of the order.
             * @example PO-2026-0117
             */
            poNumber?: string;
            /**
             * @description What the customer asks for.
             * @example Please deliver before noon.
             */
            note?: string;
            /**
             * @example {
             *       "email": "customer@example.com"
             *     }
             */
            customer: components["schemas"]["CustomerRefDto"];
            /**
             * @description What is ordered, one line a product.
             * @example [
             *       {
             *         "sku": "NB-480",
             *         "orderQuantity": 10
             *       }
             *     ]
             */
            lines: components["schemas"]["EnteredLineDto"][];
            /**
             * @description What the other system calls it: a second order with the same is refused with 409.
             * @example SO-2026-00417
             */
            externalId?: string;
        };
        SubscribeDto: {
            /** @example customer@example.com */
            email: string;
        };
        SubscribedDto: {
            /** @example true */
            subscribed: boolean;
        };
        ImageDataDto: {
            /** @example /api/images/665f1c2ab8d4e1a2b3c4d5e6 */
            url: string;
        };
        ImageUploadedDto: {
            /** @example true */
            success: boolean;
            data: components["schemas"]["ImageDataDto"];
        };
        HealthDto: {
            /** @example ok */
            status: string;
            /**
             * @example [
             *       "search"
             *     ]
             */
            degraded?: string[];
        };
        FirebaseConfigDto: {
            /** @example demo-key */
            apiKey: string;
            /** @example shop.firebaseapp.com */
            authDomain: string;
            /** @example shop */
            projectId: string;
        };
        IdentityConfigDto: {
            firebase: components["schemas"]["FirebaseConfigDto"];
            /** @example / */
            emulatorUrl?: string;
        };
        PaymentsConfigDto: {
            /** @example pk_test_demo */
            publishableKey: string;
            /** @example /payments-sandbox */
            apiUrl?: string;
        };
        ClientConfigDto: {
            identity: components["schemas"]["IdentityConfigDto"];
            payments: components["schemas"]["PaymentsConfigDto"];
            /** @example false */
            requireVerifiedEmail: boolean;
            /** @example true */
            sendsMail: boolean;
        };
        KindDto: {
            /**
             * @description Names it in addresses and in the API.
             * @example graphics-card
             */
            slug: string;
            /**
             * @description What one part of it is called.
             * @example Graphics card
             */
            label: string;
            /**
             * @description What several are called.
             * @example Graphics cards
             */
            plural: string;
            /**
             * @description What it is listed under; empty for none.
             * @example
             */
            group: string;
            /**
             * @description Other texts that mean this kind, in lower case.
             * @example [
             *       "gpu",
             *       "video card"
             *     ]
             */
            aliases: string[];
            specs: components["schemas"]["SpecDto"][];
        };
        KindListDto: {
            /** @description By their groups, then their labels. */
            kinds: components["schemas"]["KindDto"][];
        };
        /** @enum {string} */
        MailKind: "order-placed" | "payment-link" | "order-paid" | "order-shipped" | "tracking-changed" | "order-cancelled" | "line-cancelled" | "order-refunded" | "late-payment" | "dispute-opened" | "low-stock" | "webhook-disabled" | "stock-alert-confirm" | "stock-alert-due";
        /**
         * @description Whether it waits, was taken by the mail server, cannot be sent, or is not needed any more.
         * @enum {string}
         */
        MailState: "queued" | "sent" | "failed" | "dropped";
        MailDto: {
            /** @example 665f1c2ab8d4e1a2b3c4d5e6 */
            _id: string;
            kind: components["schemas"]["MailKind"];
            /**
             * @description The address that it goes to; absent once the account is removed.
             * @example customer@example.com
             */
            to?: string;
            /** @description Whether it waits, was taken by the mail server, cannot be sent, or is not needed any more. */
            state: components["schemas"]["MailState"];
            /**
             * @description Why it was not sent, or not yet.
             * @example 550 5.1.1 No such mailbox
             */
            reason?: string;
            /**
             * Format: date-time
             * @description When what it is about happened, or somebody asked for it.
             */
            at: string;
            /** Format: date-time */
            sentAt?: string;
            /**
             * Format: date-time
             * @description When an admin asked for the same mail once more, which is another mail.
             */
            sentAgainAt?: string;
            /**
             * @description What it is about, such as an order's number.
             * @example RM-7F4K-29QX
             */
            label: string;
            /**
             * @description The order that it is about, if it is about one.
             * @example 665f1c2ab8d4e1a2b3c4d5e6
             */
            orderId?: string;
        };
        MailsDto: {
            /**
             * @description Whether a mail server is configured.
             * @example true
             */
            isConfigured: boolean;
            /** @description Newest first, 100 at most. */
            mails: components["schemas"]["MailDto"][];
        };
        /**
         * @description What is not mailed.
         * @enum {string}
         */
        MailChoice: "low-stock" | "disputes" | "failed-webhooks";
        MailPreferencesDto: {
            /** @description What is not mailed. */
            off: components["schemas"]["MailChoice"][];
        };
        SetMailPreferencesDto: {
            /**
             * @description What is not to be mailed; everything else is.
             * @example [
             *       "low-stock"
             *     ]
             */
            off: components["schemas"]["MailChoice"][];
        };
        OrderLineFactsDto: {
            /** @example 665f1c2ab8d4e1a2b3c4d5e6 */
            productId: string;
            /** @example Harrow Fan */
            name: string;
            /** @example HF-120 */
            sku?: string;
            /** @example 1250 */
            unitCents: number;
            /** @example 10 */
            quantity: number;
            /**
             * @description Units that are refunded.
             * @example 0
             */
            refunded: number;
            /**
             * @description Units that have shipped.
             * @example 0
             */
            shipped: number;
            /** @example 12500 */
            totalCents: number;
        };
        OrderFactsDto: {
            /** @example 665f1c2ab8d4e1a2b3c4d5e6 */
            orderId: string;
            /** @example RM-7F3K2Q */
            number: string;
            /**
             * @description The account; its name and address are read by it.
             * @example 665f1c2ab8d4e1a2b3c4d5e6
             */
            customerId: string;
            /** Format: date-time */
            placedAt: string;
            /** @enum {string} */
            status: "unpaid" | "paid" | "shipped" | "cancelled" | "refunded";
            /**
             * @description How much of it has shipped.
             * @enum {string}
             */
            fulfilment: "none" | "partial" | "full";
            /** @example usd */
            currency: string;
            /** @example 12500 */
            subtotalCents: number;
            /** @example 1000 */
            taxCents: number;
            /** @example 500 */
            deliveryCents: number;
            /** @example 14000 */
            totalCents: number;
            /** @example 0 */
            refundedCents: number;
            lines: components["schemas"]["OrderLineFactsDto"][];
        };
        FormerOrderDto: {
            /** @enum {string} */
            status: "unpaid" | "paid" | "shipped" | "cancelled" | "refunded";
            /** @example 14000 */
            totalCents: number;
            /** @example 0 */
            refundedCents: number;
            /**
             * @description Of each line.
             * @example [
             *       0
             *     ]
             */
            refundedUnits: number[];
        };
        EventActorDto: {
            /**
             * @description Who made the change, such as `admin` or `webhook`.
             * @example customer
             */
            by: string;
            /**
             * @description Where it was a person.
             * @example 665f1c2ab8d4e1a2b3c4d5e7
             */
            userId?: string;
        };
        ChangedUnitsDto: {
            /** @example 665f1c2ab8d4e1a2b3c4d5e6 */
            productId: string;
            /** @example 2 */
            quantity: number;
        };
        OrderChangeDto: {
            lines?: components["schemas"]["ChangedUnitsDto"][];
            /** @example 2500 */
            amountCents?: number;
            /**
             * @description The shipment that was made, undone or got another tracking.
             * @example 665f1c2ab8d4e1a2b3c4d5e8
             */
            shipmentId?: string;
            /**
             * @description True of what the bank took back for a lost dispute.
             * @example true
             */
            isDispute?: boolean;
        };
        OrderChangedDto: {
            /** @description The order after the change. */
            order: components["schemas"]["OrderFactsDto"];
            /** @description What it was; absent of one that was placed. */
            before?: components["schemas"]["FormerOrderDto"];
            actor: components["schemas"]["EventActorDto"];
            /** @description What was cancelled, shipped or refunded, or got another tracking. */
            change?: components["schemas"]["OrderChangeDto"];
        };
        OrderEventDto: {
            /**
             * @description The same each time the event is sent; also in the header `webhook-id`.
             * @example 665f1c2ab8d4e1a2b3c4d5e6
             */
            id: string;
            /**
             * @description Of the payload; it rises when receivers have to be changed.
             * @example 1
             * @enum {integer}
             */
            version: 1;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /**
             * @description What it is about.
             * @example order/665f1c2ab8d4e1a2b3c4d5e6
             */
            subject: string;
            /**
             * @description Rises with each event of the subject.
             * @example 3
             */
            sequence: number;
            /** @enum {string} */
            type: "order.placed" | "order.paid" | "order.paid-late" | "order.cancelled" | "order.line-cancelled" | "order.address-changed" | "order.partly-shipped" | "order.shipped" | "order.shipment-undone" | "order.tracking-changed" | "order.refund-requested" | "order.partly-refunded" | "order.refunded" | "order.refund-failed" | "order.dispute-opened" | "order.dispute-lost" | "order.dispute-won" | "order.removed-by-customer" | "order.put-back-by-customer" | "order.anonymised";
            data: components["schemas"]["OrderChangedDto"];
        };
        ProductFactsDto: {
            /** @example 665f1c2ab8d4e1a2b3c4d5e6 */
            productId: string;
            /** @example Harrow Fan */
            name: string;
            /** @example HF-120 */
            sku?: string;
            /** @example fan */
            kind?: string;
            /** @enum {string} */
            state: "on-sale" | "archived" | "deleted";
            /** @example 1250 */
            priceCents: number;
            /** @example 10 */
            minimumOQ: number;
            /** @example 120 */
            availableQ: number;
            /** @example orderable */
            availability: string;
        };
        ProductChangedDto: {
            /** @description The product after the change. */
            product: components["schemas"]["ProductFactsDto"];
            actor: components["schemas"]["EventActorDto"];
        };
        ProductEventDto: {
            /**
             * @description The same each time the event is sent; also in the header `webhook-id`.
             * @example 665f1c2ab8d4e1a2b3c4d5e6
             */
            id: string;
            /**
             * @description Of the payload; it rises when receivers have to be changed.
             * @example 1
             * @enum {integer}
             */
            version: 1;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /**
             * @description What it is about.
             * @example order/665f1c2ab8d4e1a2b3c4d5e6
             */
            subject: string;
            /**
             * @description Rises with each event of the subject.
             * @example 3
             */
            sequence: number;
            /** @enum {string} */
            type: "product.created" | "product.updated" | "product.restocked" | "product.archived" | "product.unarchived" | "product.deleted" | "product.restored" | "product.low-stock" | "product.well-stocked";
            data: components["schemas"]["ProductChangedDto"];
        };
        KindFactsDto: {
            /** @example fan */
            slug: string;
            /** @example Fan */
            label: string;
        };
        KindChangedDto: {
            kind: components["schemas"]["KindFactsDto"];
            /**
             * @description Products that got another value of a specification by it.
             * @example 3
             */
            changedParts: number;
            actor: components["schemas"]["EventActorDto"];
        };
        KindEventDto: {
            /**
             * @description The same each time the event is sent; also in the header `webhook-id`.
             * @example 665f1c2ab8d4e1a2b3c4d5e6
             */
            id: string;
            /**
             * @description Of the payload; it rises when receivers have to be changed.
             * @example 1
             * @enum {integer}
             */
            version: 1;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /**
             * @description What it is about.
             * @example order/665f1c2ab8d4e1a2b3c4d5e6
             */
            subject: string;
            /**
             * @description Rises with each event of the subject.
             * @example 3
             */
            sequence: number;
            /** @enum {string} */
            type: "kind.created" | "kind.updated" | "kind.removed";
            data: components["schemas"]["KindChangedDto"];
        };
        ReviewFactsDto: {
            /** @example 665f1c2ab8d4e1a2b3c4d5e6 */
            reviewId: string;
            /**
             * @description Its author's account.
             * @example 665f1c2ab8d4e1a2b3c4d5e6
             */
            accountId: string;
            /** @example 5 */
            ratings: number;
            /** @example false */
            hidden: boolean;
            /** @example true */
            verifiedBuyer: boolean;
            /** @example false */
            hasReply: boolean;
        };
        ReviewChangedDto: {
            review: components["schemas"]["ReviewFactsDto"];
            actor: components["schemas"]["EventActorDto"];
        };
        ReviewEventDto: {
            /**
             * @description The same each time the event is sent; also in the header `webhook-id`.
             * @example 665f1c2ab8d4e1a2b3c4d5e6
             */
            id: string;
            /**
             * @description Of the payload; it rises when receivers have to be changed.
             * @example 1
             * @enum {integer}
             */
            version: 1;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /**
             * @description What it is about.
             * @example order/665f1c2ab8d4e1a2b3c4d5e6
             */
            subject: string;
            /**
             * @description Rises with each event of the subject.
             * @example 3
             */
            sequence: number;
            /** @enum {string} */
            type: "review.created" | "review.hidden" | "review.unhidden" | "review.replied" | "review.reply-removed" | "review.anonymised";
            data: components["schemas"]["ReviewChangedDto"];
        };
        AccountFactsDto: {
            /** @example 665f1c2ab8d4e1a2b3c4d5e6 */
            accountId: string;
            /** @enum {string} */
            role: "customer" | "admin";
            /** @example true */
            emailVerified: boolean;
        };
        AccountChangedDto: {
            account: components["schemas"]["AccountFactsDto"];
            actor: components["schemas"]["EventActorDto"];
        };
        AccountEventDto: {
            /**
             * @description The same each time the event is sent; also in the header `webhook-id`.
             * @example 665f1c2ab8d4e1a2b3c4d5e6
             */
            id: string;
            /**
             * @description Of the payload; it rises when receivers have to be changed.
             * @example 1
             * @enum {integer}
             */
            version: 1;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /**
             * @description What it is about.
             * @example order/665f1c2ab8d4e1a2b3c4d5e6
             */
            subject: string;
            /**
             * @description Rises with each event of the subject.
             * @example 3
             */
            sequence: number;
            /** @enum {string} */
            type: "account.created" | "account.updated" | "account.promoted" | "account.demoted" | "account.removed";
            data: components["schemas"]["AccountChangedDto"];
        };
        TestDataDto: {
            /** @example This is a test. */
            message?: string;
        };
        TestEventDto: {
            /**
             * @description The same each time the event is sent; also in the header `webhook-id`.
             * @example 665f1c2ab8d4e1a2b3c4d5e6
             */
            id: string;
            /**
             * @description Of the payload; it rises when receivers have to be changed.
             * @example 1
             * @enum {integer}
             */
            version: 1;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /**
             * @description What it is about.
             * @example order/665f1c2ab8d4e1a2b3c4d5e6
             */
            subject: string;
            /**
             * @description Rises with each event of the subject.
             * @example 3
             */
            sequence: number;
            /** @enum {string} */
            type: "shop.test";
            data: components["schemas"]["TestDataDto"];
        };
        /** @enum {string} */
        WebhookEventType: "order.placed" | "order.paid" | "order.paid-late" | "order.cancelled" | "order.line-cancelled" | "order.address-changed" | "order.partly-shipped" | "order.shipped" | "order.shipment-undone" | "order.tracking-changed" | "order.refund-requested" | "order.partly-refunded" | "order.refunded" | "order.refund-failed" | "order.dispute-opened" | "order.dispute-lost" | "order.dispute-won" | "order.removed-by-customer" | "order.put-back-by-customer" | "order.anonymised" | "product.created" | "product.updated" | "product.restocked" | "product.archived" | "product.unarchived" | "product.deleted" | "product.restored" | "product.low-stock" | "product.well-stocked" | "kind.created" | "kind.updated" | "kind.removed" | "review.created" | "review.hidden" | "review.unhidden" | "review.replied" | "review.reply-removed" | "review.anonymised" | "account.created" | "account.updated" | "account.promoted" | "account.demoted" | "account.removed";
        /**
         * @description `disabled` by an admin, `failed` by the shop after three days without success, `gone` after a response with 410.
         * @enum {string}
         */
        WebhookEndpointState: "enabled" | "disabled" | "failed" | "gone";
        WebhookEndpointDto: {
            /** @example 665f1c2ab8d4e1a2b3c4d5e6 */
            _id: string;
            /** @example https://example.com/shop-events */
            url: string;
            /** @example Warehouse */
            description: string;
            /**
             * @example [
             *       "order.paid",
             *       "order.shipped"
             *     ]
             */
            types: components["schemas"]["WebhookEventType"][];
            /** @description `disabled` by an admin, `failed` by the shop after three days without success, `gone` after a response with 410. */
            state: components["schemas"]["WebhookEndpointState"];
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description Absent while it is enabled.
             */
            disabledAt?: string;
            /**
             * Format: date-time
             * @description Until then a former secret signs as well; absent without one.
             */
            rotationEndsAt?: string;
            /**
             * @description Events on their way, counted to 10,000.
             * @example 2
             */
            pending: number;
            /**
             * @description Those of them of which an attempt has failed.
             * @example 1
             */
            failing: number;
            /**
             * @description Events that were given up in the last 30 days, counted to 10,000.
             * @example 0
             */
            failed: number;
        };
        WebhookEndpointListDto: {
            /** @description The oldest first. */
            endpoints: components["schemas"]["WebhookEndpointDto"][];
        };
        CreateWebhookEndpointDto: {
            /**
             * @description Where events are sent: a public address over HTTPS.
             * @example https://example.com/shop-events
             */
            url: string;
            /**
             * @description What it is for.
             * @example Warehouse
             */
            description: string;
            /**
             * @description Which events are sent to it.
             * @example [
             *       "order.paid",
             *       "order.shipped"
             *     ]
             */
            types: components["schemas"]["WebhookEventType"][];
        };
        WebhookEndpointSecretDto: {
            /** @example 665f1c2ab8d4e1a2b3c4d5e6 */
            _id: string;
            /** @example https://example.com/shop-events */
            url: string;
            /** @example Warehouse */
            description: string;
            /**
             * @example [
             *       "order.paid",
             *       "order.shipped"
             *     ]
             */
            types: components["schemas"]["WebhookEventType"][];
            /** @description `disabled` by an admin, `failed` by the shop after three days without success, `gone` after a response with 410. */
            state: components["schemas"]["WebhookEndpointState"];
            /** Format: date-time */
            createdAt: string;
            /**
             * Format: date-time
             * @description Absent while it is enabled.
             */
            disabledAt?: string;
            /**
             * Format: date-time
             * @description Until then a former secret signs as well; absent without one.
             */
            rotationEndsAt?: string;
            /**
             * @description Events on their way, counted to 10,000.
             * @example 2
             */
            pending: number;
            /**
             * @description Those of them of which an attempt has failed.
             * @example 1
             */
            failing: number;
            /**
             * @description Events that were given up in the last 30 days, counted to 10,000.
             * @example 0
             */
            failed: number;
            /**
             * @description With it the receiver verifies the signatures.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwvVAOaG8Y3Zs=
             */
            secret: string;
        };
        UpdateWebhookEndpointDto: {
            /**
             * @description Where events are sent: a public address over HTTPS.
             * @example https://example.com/shop-events
             */
            url?: string;
            /**
             * @description What it is for.
             * @example Warehouse
             */
            description?: string;
            /**
             * @description Which events are sent to it.
             * @example [
             *       "order.paid",
             *       "order.shipped"
             *     ]
             */
            types?: components["schemas"]["WebhookEventType"][];
            /**
             * @description Without it nothing is sent. What waits is sent once it is enabled again; events of the meantime are not.
             * @example true
             */
            enabled?: boolean;
        };
        /** @enum {string} */
        WebhookDeliveryState: "pending" | "delivered" | "failed";
        /** @enum {string} */
        SentEventType: "order.placed" | "order.paid" | "order.paid-late" | "order.cancelled" | "order.line-cancelled" | "order.address-changed" | "order.partly-shipped" | "order.shipped" | "order.shipment-undone" | "order.tracking-changed" | "order.refund-requested" | "order.partly-refunded" | "order.refunded" | "order.refund-failed" | "order.dispute-opened" | "order.dispute-lost" | "order.dispute-won" | "order.removed-by-customer" | "order.put-back-by-customer" | "order.anonymised" | "product.created" | "product.updated" | "product.restocked" | "product.archived" | "product.unarchived" | "product.deleted" | "product.restored" | "product.low-stock" | "product.well-stocked" | "kind.created" | "kind.updated" | "kind.removed" | "review.created" | "review.hidden" | "review.unhidden" | "review.replied" | "review.reply-removed" | "review.anonymised" | "account.created" | "account.updated" | "account.promoted" | "account.demoted" | "account.removed" | "shop.test";
        /** @enum {string} */
        WebhookDeliverySort: "newest" | "oldest";
        WebhookDeliveryDto: {
            /** @example 665f1c2ab8d4e1a2b3c4d5e6 */
            _id: string;
            /** @example 665f1c2ab8d4e1a2b3c4d5e6 */
            endpointId: string;
            /**
             * @description The `webhook-id` of the request: the same each time the event is sent.
             * @example 665f1c2ab8d4e1a2b3c4d5e6
             */
            eventId: string;
            type: components["schemas"]["SentEventType"];
            /** @example order/665f1c2ab8d4e1a2b3c4d5e6 */
            subject: string;
            state: components["schemas"]["WebhookDeliveryState"];
            /** Format: date-time */
            createdAt: string;
            /**
             * @description How often it was sent.
             * @example 2
             */
            attemptCount: number;
            /**
             * @description Of the last response.
             * @example 500
             */
            lastStatus?: number;
            /**
             * @description Why there was no response to the last attempt.
             * @example The connection was refused.
             */
            lastError?: string;
            /**
             * @description Of the last attempt, in milliseconds.
             * @example 84
             */
            lastDurationMs?: number;
            /**
             * Format: date-time
             * @description Absent once it has ended.
             */
            nextAttemptAt?: string;
            /** Format: date-time */
            finishedAt?: string;
        };
        WebhookDeliveryPageDto: {
            /** @description The rows of this page. */
            items: components["schemas"]["WebhookDeliveryDto"][];
            /**
             * @description Matching rows, counted to 10,000.
             * @example 48
             */
            total: number;
            /**
             * @description False when there are more than `total`.
             * @example true
             */
            totalIsExact: boolean;
            /** @example 1 */
            page: number;
            /** @example 20 */
            pageSize: number;
            /**
             * @description Leads to the rows after these; absent on the last page.
             * @example WzE3NjQwMjg4MDAsMTJd
             */
            nextCursor?: string;
        };
        WebhookAttemptDto: {
            /** Format: date-time */
            at: string;
            /** @example 84 */
            durationMs: number;
            /**
             * @description The headers of the Standard Webhooks specification.
             * @example {
             *       "webhook-id": "665f1c2ab8d4e1a2b3c4d5e6",
             *       "webhook-timestamp": "2109585600"
             *     }
             */
            requestHeaders: {
                [key: string]: string;
            };
            /**
             * @description Absent without a response.
             * @example 500
             */
            status?: number;
            /**
             * @description The first 4 KB.
             * @example Out of order
             */
            responseBody?: string;
            /** @description Whether there was more of it. */
            isCut?: boolean;
            /**
             * @description Why there was no response.
             * @example The connection was refused.
             */
            error?: string;
        };
        WebhookDeliveryDetailDto: {
            /** @example 665f1c2ab8d4e1a2b3c4d5e6 */
            _id: string;
            /** @example 665f1c2ab8d4e1a2b3c4d5e6 */
            endpointId: string;
            /**
             * @description The `webhook-id` of the request: the same each time the event is sent.
             * @example 665f1c2ab8d4e1a2b3c4d5e6
             */
            eventId: string;
            type: components["schemas"]["SentEventType"];
            /** @example order/665f1c2ab8d4e1a2b3c4d5e6 */
            subject: string;
            state: components["schemas"]["WebhookDeliveryState"];
            /** Format: date-time */
            createdAt: string;
            /**
             * @description How often it was sent.
             * @example 2
             */
            attemptCount: number;
            /**
             * @description Of the last response.
             * @example 500
             */
            lastStatus?: number;
            /**
             * @description Why there was no response to the last attempt.
             * @example The connection was refused.
             */
            lastError?: string;
            /**
             * @description Of the last attempt, in milliseconds.
             * @example 84
             */
            lastDurationMs?: number;
            /**
             * Format: date-time
             * @description Absent once it has ended.
             */
            nextAttemptAt?: string;
            /** Format: date-time */
            finishedAt?: string;
            /**
             * @description The text of the request, which its signature is of.
             * @example {"id":"665f1c2ab8d4e1a2b3c4d5e6","type":"shop.test"}
             */
            body: string;
            /** @description The last 25, the newest first. */
            attempts: components["schemas"]["WebhookAttemptDto"][];
        };
        ResentWebhooksDto: {
            /**
             * @description Deliveries that are sent again.
             * @example 12
             */
            resent: number;
        };
        /**
         * @description Names the kind of problem, as docs/api.md lists them; `about:blank` where the status says it all.
         * @enum {string}
         */
        ProblemType: "about:blank" | "urn:rapid:problem:invalid-input" | "urn:rapid:problem:not-json" | "urn:rapid:problem:incomplete-body" | "urn:rapid:problem:address-too-long" | "urn:rapid:problem:bad-host" | "urn:rapid:problem:not-signed-in" | "urn:rapid:problem:not-allowed" | "urn:rapid:problem:missing-scope" | "urn:rapid:problem:not-found" | "urn:rapid:problem:gone" | "urn:rapid:problem:pay-link-invalid" | "urn:rapid:problem:pay-link-expired" | "urn:rapid:problem:stock-alert-link-invalid" | "urn:rapid:problem:stock-alert-link-expired" | "urn:rapid:problem:method-not-allowed" | "urn:rapid:problem:not-enough-stock" | "urn:rapid:problem:new-customer-stock-share" | "urn:rapid:problem:new-customers-joint-share" | "urn:rapid:problem:too-much-stock" | "urn:rapid:problem:product-available" | "urn:rapid:problem:price-changed" | "urn:rapid:problem:lines-refused" | "urn:rapid:problem:too-many-unpaid-orders" | "urn:rapid:problem:wrong-state" | "urn:rapid:problem:pay-link-closed" | "urn:rapid:problem:mail-not-configured" | "urn:rapid:problem:no-address" | "urn:rapid:problem:not-an-admin" | "urn:rapid:problem:nothing-to-tell" | "urn:rapid:problem:payment-mismatch" | "urn:rapid:problem:payment-provider-refused" | "urn:rapid:problem:not-paid" | "urn:rapid:problem:confirm-first" | "urn:rapid:problem:refund-failed" | "urn:rapid:problem:refunds-differ" | "urn:rapid:problem:event-not-handled" | "urn:rapid:problem:sku-taken" | "urn:rapid:problem:external-id-taken" | "urn:rapid:problem:kind-in-use" | "urn:rapid:problem:name-taken" | "urn:rapid:problem:catalogue-changed" | "urn:rapid:problem:preview-stale" | "urn:rapid:problem:email-not-verified" | "urn:rapid:problem:own-account" | "urn:rapid:problem:last-admin" | "urn:rapid:problem:too-many-keys" | "urn:rapid:problem:too-many-kinds" | "urn:rapid:problem:too-many-notes" | "urn:rapid:problem:too-many-views" | "urn:rapid:problem:too-many-webhooks" | "urn:rapid:problem:too-many-addresses" | "urn:rapid:problem:too-many-alerts" | "urn:rapid:problem:idempotency-key-in-use" | "urn:rapid:problem:write-conflict" | "urn:rapid:problem:stale-version" | "urn:rapid:problem:version-required" | "urn:rapid:problem:excessive-body" | "urn:rapid:problem:image-too-large" | "urn:rapid:problem:import-too-large" | "urn:rapid:problem:unsupported-body" | "urn:rapid:problem:compressed-body" | "urn:rapid:problem:not-csv" | "urn:rapid:problem:not-multipart" | "urn:rapid:problem:unsupported-image" | "urn:rapid:problem:quantity-below-minimum" | "urn:rapid:problem:sold-in-packs" | "urn:rapid:problem:not-delivered" | "urn:rapid:problem:other-destination" | "urn:rapid:problem:total-out-of-range" | "urn:rapid:problem:product-not-named" | "urn:rapid:problem:refund-too-large" | "urn:rapid:problem:not-to-be-shipped" | "urn:rapid:problem:not-to-be-refunded" | "urn:rapid:problem:invalid-import" | "urn:rapid:problem:too-many-rows" | "urn:rapid:problem:search-index-missing" | "urn:rapid:problem:idempotency-key-reused" | "urn:rapid:problem:too-many-requests" | "urn:rapid:problem:too-many-headers" | "urn:rapid:problem:busy" | "urn:rapid:problem:dependency-down" | "urn:rapid:problem:payment-provider-denied" | "urn:rapid:problem:stopping" | "urn:rapid:problem:hung" | "urn:rapid:problem:not-seeded" | "urn:rapid:problem:search-index-building";
        OrderInUseDto: {
            /** @example 665f1c2ab8d4e1a2b3c4d5e8 */
            _id: string;
            /** @example RM-7F4K-29QX */
            number: string;
        };
        ProblemDto: {
            /**
             * @description Names the kind of problem, as docs/api.md lists them; `about:blank` where the status says it all.
             * @example urn:rapid:problem:not-enough-stock
             */
            type: components["schemas"]["ProblemType"];
            /**
             * @description The kind of problem in a few words, the same each time.
             * @example Not enough stock
             */
            title: string;
            /**
             * @description The HTTP status.
             * @example 409
             */
            status: number;
            /**
             * @description What went wrong this time, for a person: one sentence.
             * @example Only 4 units are left.
             */
            detail: string;
            /**
             * @description The path that was called; absent when it could not be read.
             * @example /api/purchase
             */
            instance?: string;
            /**
             * @description Names this request in the server's logs; also in the `X-Request-Id` header.
             * @example 0f8c3c1e-6b0a-4d57-9f59-1d1f3a1f7d11
             */
            requestId: string;
            /**
             * @description Each rejected field with the rule that it breaks, for a person.
             * @example {
             *       "pageSize": "Enter at most 100."
             *     }
             */
            errors?: {
                [key: string]: string;
            };
            /**
             * @description For 409 on a quantity: how many units can be ordered now.
             * @example 4
             */
            available?: number;
            /**
             * @description For 409 on a price: the current price in dollars.
             * @example 49.9
             */
            price?: number;
            /** @description For 409 on an external id of orders: the order that has it. */
            order?: components["schemas"]["OrderInUseDto"];
            /**
             * @description For an API key without it (`missing-scope`): the scope that the call needs.
             * @example orders:ship
             */
            scope?: string;
            /**
             * @description For a product that was taken off sale (`gone`): its kind, of which there may be others.
             * @example ssd
             */
            kind?: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type ApiKeySort = components['schemas']['ApiKeySort'];
export type ApiKeyScope = components['schemas']['ApiKeyScope'];
export type ApiKeyState = components['schemas']['ApiKeyState'];
export type ApiKeyOwnerDto = components['schemas']['ApiKeyOwnerDto'];
export type ApiKeyDto = components['schemas']['ApiKeyDto'];
export type ApiKeyPageDto = components['schemas']['ApiKeyPageDto'];
export type CreateApiKeyDto = components['schemas']['CreateApiKeyDto'];
export type CreatedApiKeyDto = components['schemas']['CreatedApiKeyDto'];
export type AttentionKind = components['schemas']['AttentionKind'];
export type AttentionCountDto = components['schemas']['AttentionCountDto'];
export type AttentionDto = components['schemas']['AttentionDto'];
export type AuditedEntity = components['schemas']['AuditedEntity'];
export type AuditSort = components['schemas']['AuditSort'];
export type AuditApiKeyDto = components['schemas']['AuditApiKeyDto'];
export type AuditActorDto = components['schemas']['AuditActorDto'];
export type AuditEntryDto = components['schemas']['AuditEntryDto'];
export type AuditEntryPageDto = components['schemas']['AuditEntryPageDto'];
export type ExchangeTokenDto = components['schemas']['ExchangeTokenDto'];
export type TokenDto = components['schemas']['TokenDto'];
export type ProductSort = components['schemas']['ProductSort'];
export type AvailabilityFilter = components['schemas']['AvailabilityFilter'];
export type PriceBreakDto = components['schemas']['PriceBreakDto'];
export type SpecTextDto = components['schemas']['SpecTextDto'];
export type Availability = components['schemas']['Availability'];
export type ProductDto = components['schemas']['ProductDto'];
export type ProductPageDto = components['schemas']['ProductPageDto'];
export type Uncounted = components['schemas']['Uncounted'];
export type KindCountDto = components['schemas']['KindCountDto'];
export type AvailabilityCountDto = components['schemas']['AvailabilityCountDto'];
export type FacetType = components['schemas']['FacetType'];
export type SpecOptionCountDto = components['schemas']['SpecOptionCountDto'];
export type SpecFacetDto = components['schemas']['SpecFacetDto'];
export type FacetsDto = components['schemas']['FacetsDto'];
export type SuggestedPartDto = components['schemas']['SuggestedPartDto'];
export type SuggestedKindDto = components['schemas']['SuggestedKindDto'];
export type SuggestionsDto = components['schemas']['SuggestionsDto'];
export type ProductState = components['schemas']['ProductState'];
export type ManagedProductSort = components['schemas']['ManagedProductSort'];
export type ManagedProductDto = components['schemas']['ManagedProductDto'];
export type ManagedProductPageDto = components['schemas']['ManagedProductPageDto'];
export type SynonymGroupDto = components['schemas']['SynonymGroupDto'];
export type SynonymsDto = components['schemas']['SynonymsDto'];
export type ReplaceSynonymsDto = components['schemas']['ReplaceSynonymsDto'];
export type SearchMissDto = components['schemas']['SearchMissDto'];
export type SearchMissesDto = components['schemas']['SearchMissesDto'];
export type KindOptionDto = components['schemas']['KindOptionDto'];
export type KindsDto = components['schemas']['KindsDto'];
export type ShownSpecDto = components['schemas']['ShownSpecDto'];
export type SpecGroupDto = components['schemas']['SpecGroupDto'];
export type ProductDetailDto = components['schemas']['ProductDetailDto'];
export type EditedBreakDto = components['schemas']['EditedBreakDto'];
export type CreateProductDto = components['schemas']['CreateProductDto'];
export type ProductCreatedDto = components['schemas']['ProductCreatedDto'];
export type EditProductDto = components['schemas']['EditProductDto'];
export type RestockDto = components['schemas']['RestockDto'];
export type DeletedDto = components['schemas']['DeletedDto'];
export type ManagedItemFilters = components['schemas']['ManagedItemFilters'];
export type BulkPriceDto = components['schemas']['BulkPriceDto'];
export type BulkOutcome = components['schemas']['BulkOutcome'];
export type BulkRowDto = components['schemas']['BulkRowDto'];
export type BulkResultDto = components['schemas']['BulkResultDto'];
export type BulkStockDto = components['schemas']['BulkStockDto'];
export type BulkSpecDto = components['schemas']['BulkSpecDto'];
export type BulkItemsDto = components['schemas']['BulkItemsDto'];
export type ImportAction = components['schemas']['ImportAction'];
export type ImportedFieldDto = components['schemas']['ImportedFieldDto'];
export type ImportedRowDto = components['schemas']['ImportedRowDto'];
export type ImportErrorDto = components['schemas']['ImportErrorDto'];
export type ImportResultDto = components['schemas']['ImportResultDto'];
export type ManagedKindDto = components['schemas']['ManagedKindDto'];
export type ManagedKindListDto = components['schemas']['ManagedKindListDto'];
export type SpecType = components['schemas']['SpecType'];
export type ZeroMeaning = components['schemas']['ZeroMeaning'];
export type SpecOptionDto = components['schemas']['SpecOptionDto'];
export type SpecFilter = components['schemas']['SpecFilter'];
export type SpecDto = components['schemas']['SpecDto'];
export type EditableKindDto = components['schemas']['EditableKindDto'];
export type SaveOptionDto = components['schemas']['SaveOptionDto'];
export type SaveSpecDto = components['schemas']['SaveSpecDto'];
export type CreateKindDto = components['schemas']['CreateKindDto'];
export type ReplaceKindDto = components['schemas']['ReplaceKindDto'];
export type RequestStockAlertDto = components['schemas']['RequestStockAlertDto'];
export type StockAlertRequestedDto = components['schemas']['StockAlertRequestedDto'];
export type RequestOwnStockAlertDto = components['schemas']['RequestOwnStockAlertDto'];
export type StockAlertState = components['schemas']['StockAlertState'];
export type OwnStockAlertDto = components['schemas']['OwnStockAlertDto'];
export type OwnStockAlertsDto = components['schemas']['OwnStockAlertsDto'];
export type LinkedStockAlertDto = components['schemas']['LinkedStockAlertDto'];
export type SavedAddressDto = components['schemas']['SavedAddressDto'];
export type AddressBookDto = components['schemas']['AddressBookDto'];
export type SaveAddressDto = components['schemas']['SaveAddressDto'];
export type DeliveryMethodDto = components['schemas']['DeliveryMethodDto'];
export type DeliveryMethodsDto = components['schemas']['DeliveryMethodsDto'];
export type CarrierDto = components['schemas']['CarrierDto'];
export type CarriersDto = components['schemas']['CarriersDto'];
export type TaxRateDto = components['schemas']['TaxRateDto'];
export type DeliverySettingsDto = components['schemas']['DeliverySettingsDto'];
export type SaveDeliveryMethodDto = components['schemas']['SaveDeliveryMethodDto'];
export type SaveDeliverySettingsDto = components['schemas']['SaveDeliverySettingsDto'];
export type BasketProblem = components['schemas']['BasketProblem'];
export type BasketFix = components['schemas']['BasketFix'];
export type BasketProblemDto = components['schemas']['BasketProblemDto'];
export type BasketLineDto = components['schemas']['BasketLineDto'];
export type DeliveryOfferDto = components['schemas']['DeliveryOfferDto'];
export type BasketDto = components['schemas']['BasketDto'];
export type SaveBasketLineDto = components['schemas']['SaveBasketLineDto'];
export type SaveBasketDto = components['schemas']['SaveBasketDto'];
export type CheckBasketDto = components['schemas']['CheckBasketDto'];
export type OrderDispute = components['schemas']['OrderDispute'];
export type OrderStatus = components['schemas']['OrderStatus'];
export type StatusCountDto = components['schemas']['StatusCountDto'];
export type StatusCountsDto = components['schemas']['StatusCountsDto'];
export type OrderSort = components['schemas']['OrderSort'];
export type OrderExportRows = components['schemas']['OrderExportRows'];
export type PurchaseFilter = components['schemas']['PurchaseFilter'];
export type BulkOrdersDto = components['schemas']['BulkOrdersDto'];
export type OrderLineDto = components['schemas']['OrderLineDto'];
export type OrderDeliveryDto = components['schemas']['OrderDeliveryDto'];
export type AddressDto = components['schemas']['AddressDto'];
export type Fulfilment = components['schemas']['Fulfilment'];
export type LineUnitsDto = components['schemas']['LineUnitsDto'];
export type ShipmentDto = components['schemas']['ShipmentDto'];
export type RefundStatus = components['schemas']['RefundStatus'];
export type OrderStep = components['schemas']['OrderStep'];
export type TimelineEntryDto = components['schemas']['TimelineEntryDto'];
export type OrderCustomerDto = components['schemas']['OrderCustomerDto'];
export type OrderPaymentDto = components['schemas']['OrderPaymentDto'];
export type OneRefundStatus = components['schemas']['OneRefundStatus'];
export type OrderRefundDto = components['schemas']['OrderRefundDto'];
export type OrderNoteDto = components['schemas']['OrderNoteDto'];
export type OrderDetailDto = components['schemas']['OrderDetailDto'];
export type OrderDto = components['schemas']['OrderDto'];
export type CreateOrderNoteDto = components['schemas']['CreateOrderNoteDto'];
export type OwnRefundDto = components['schemas']['OwnRefundDto'];
export type OwnOrderDto = components['schemas']['OwnOrderDto'];
export type CreatePurchaseDto = components['schemas']['CreatePurchaseDto'];
export type OrderMatchField = components['schemas']['OrderMatchField'];
export type TextRangeDto = components['schemas']['TextRangeDto'];
export type OrderMatchDto = components['schemas']['OrderMatchDto'];
export type FoundOrderDto = components['schemas']['FoundOrderDto'];
export type OrderPageDto = components['schemas']['OrderPageDto'];
export type OrderToPayDto = components['schemas']['OrderToPayDto'];
export type PackedLineDto = components['schemas']['PackedLineDto'];
export type PackingSlipDto = components['schemas']['PackingSlipDto'];
export type NotPackedDto = components['schemas']['NotPackedDto'];
export type PackingListDto = components['schemas']['PackingListDto'];
export type NamedUnitsDto = components['schemas']['NamedUnitsDto'];
export type CreateShipmentDto = components['schemas']['CreateShipmentDto'];
export type TrackingDto = components['schemas']['TrackingDto'];
export type UndoShipmentDto = components['schemas']['UndoShipmentDto'];
export type CheckoutLineDto = components['schemas']['CheckoutLineDto'];
export type CheckoutDto = components['schemas']['CheckoutDto'];
export type CreatePaymentIntentDto = components['schemas']['CreatePaymentIntentDto'];
export type PaymentIntentDto = components['schemas']['PaymentIntentDto'];
export type ConfirmPaymentDto = components['schemas']['ConfirmPaymentDto'];
export type RefundPurchaseDto = components['schemas']['RefundPurchaseDto'];
export type ReceivedDto = components['schemas']['ReceivedDto'];
export type FailedEventDto = components['schemas']['FailedEventDto'];
export type FailedEventsDto = components['schemas']['FailedEventsDto'];
export type EventResult = components['schemas']['EventResult'];
export type EventResolutionDto = components['schemas']['EventResolutionDto'];
export type PayLinkDto = components['schemas']['PayLinkDto'];
export type LinkedLineDto = components['schemas']['LinkedLineDto'];
export type LinkedDeliveryDto = components['schemas']['LinkedDeliveryDto'];
export type LinkedStatus = components['schemas']['LinkedStatus'];
export type LinkedOrderDto = components['schemas']['LinkedOrderDto'];
export type CreateLinkedIntentDto = components['schemas']['CreateLinkedIntentDto'];
export type ConfirmLinkedPaymentDto = components['schemas']['ConfirmLinkedPaymentDto'];
export type OverviewInterval = components['schemas']['OverviewInterval'];
export type OverviewFiguresDto = components['schemas']['OverviewFiguresDto'];
export type OverviewEntryDto = components['schemas']['OverviewEntryDto'];
export type OverviewRangeDto = components['schemas']['OverviewRangeDto'];
export type TopProductDto = components['schemas']['TopProductDto'];
export type LowStockProductDto = components['schemas']['LowStockProductDto'];
export type LowStockDto = components['schemas']['LowStockDto'];
export type OverviewDto = components['schemas']['OverviewDto'];
export type ReconciliationFinding = components['schemas']['ReconciliationFinding'];
export type ReconciliationAction = components['schemas']['ReconciliationAction'];
export type ReconciliationRowDto = components['schemas']['ReconciliationRowDto'];
export type ReconciliationPassDto = components['schemas']['ReconciliationPassDto'];
export type ReconciliationPassesDto = components['schemas']['ReconciliationPassesDto'];
export type ReconciliationDto = components['schemas']['ReconciliationDto'];
export type ReconciliationResult = components['schemas']['ReconciliationResult'];
export type ResolutionDto = components['schemas']['ResolutionDto'];
export type ReviewReplyDto = components['schemas']['ReviewReplyDto'];
export type ReviewDto = components['schemas']['ReviewDto'];
export type ReviewSort = components['schemas']['ReviewSort'];
export type ReviewPageDto = components['schemas']['ReviewPageDto'];
export type CreateReviewDto = components['schemas']['CreateReviewDto'];
export type ManagedReviewDto = components['schemas']['ManagedReviewDto'];
export type ManagedReviewPageDto = components['schemas']['ManagedReviewPageDto'];
export type HideReviewDto = components['schemas']['HideReviewDto'];
export type ReplyToReviewDto = components['schemas']['ReplyToReviewDto'];
export type SavedViewDto = components['schemas']['SavedViewDto'];
export type CreateSavedViewDto = components['schemas']['CreateSavedViewDto'];
export type EditSavedViewDto = components['schemas']['EditSavedViewDto'];
export type Density = components['schemas']['Density'];
export type ListSettingsDto = components['schemas']['ListSettingsDto'];
export type Role = components['schemas']['Role'];
export type UserDto = components['schemas']['UserDto'];
export type UserSort = components['schemas']['UserSort'];
export type PersonDto = components['schemas']['PersonDto'];
export type PersonPageDto = components['schemas']['PersonPageDto'];
export type UpdateUserDto = components['schemas']['UpdateUserDto'];
export type AdminDto = components['schemas']['AdminDto'];
export type CustomerSpendDto = components['schemas']['CustomerSpendDto'];
export type CustomerDto = components['schemas']['CustomerDto'];
export type CustomerRefDto = components['schemas']['CustomerRefDto'];
export type EnteredLineDto = components['schemas']['EnteredLineDto'];
export type EnterOrderDto = components['schemas']['EnterOrderDto'];
export type SubscribeDto = components['schemas']['SubscribeDto'];
export type SubscribedDto = components['schemas']['SubscribedDto'];
export type ImageDataDto = components['schemas']['ImageDataDto'];
export type ImageUploadedDto = components['schemas']['ImageUploadedDto'];
export type HealthDto = components['schemas']['HealthDto'];
export type FirebaseConfigDto = components['schemas']['FirebaseConfigDto'];
export type IdentityConfigDto = components['schemas']['IdentityConfigDto'];
export type PaymentsConfigDto = components['schemas']['PaymentsConfigDto'];
export type ClientConfigDto = components['schemas']['ClientConfigDto'];
export type KindDto = components['schemas']['KindDto'];
export type KindListDto = components['schemas']['KindListDto'];
export type MailKind = components['schemas']['MailKind'];
export type MailState = components['schemas']['MailState'];
export type MailDto = components['schemas']['MailDto'];
export type MailsDto = components['schemas']['MailsDto'];
export type MailChoice = components['schemas']['MailChoice'];
export type MailPreferencesDto = components['schemas']['MailPreferencesDto'];
export type SetMailPreferencesDto = components['schemas']['SetMailPreferencesDto'];
export type OrderLineFactsDto = components['schemas']['OrderLineFactsDto'];
export type OrderFactsDto = components['schemas']['OrderFactsDto'];
export type FormerOrderDto = components['schemas']['FormerOrderDto'];
export type EventActorDto = components['schemas']['EventActorDto'];
export type ChangedUnitsDto = components['schemas']['ChangedUnitsDto'];
export type OrderChangeDto = components['schemas']['OrderChangeDto'];
export type OrderChangedDto = components['schemas']['OrderChangedDto'];
export type OrderEventDto = components['schemas']['OrderEventDto'];
export type ProductFactsDto = components['schemas']['ProductFactsDto'];
export type ProductChangedDto = components['schemas']['ProductChangedDto'];
export type ProductEventDto = components['schemas']['ProductEventDto'];
export type KindFactsDto = components['schemas']['KindFactsDto'];
export type KindChangedDto = components['schemas']['KindChangedDto'];
export type KindEventDto = components['schemas']['KindEventDto'];
export type ReviewFactsDto = components['schemas']['ReviewFactsDto'];
export type ReviewChangedDto = components['schemas']['ReviewChangedDto'];
export type ReviewEventDto = components['schemas']['ReviewEventDto'];
export type AccountFactsDto = components['schemas']['AccountFactsDto'];
export type AccountChangedDto = components['schemas']['AccountChangedDto'];
export type AccountEventDto = components['schemas']['AccountEventDto'];
export type TestDataDto = components['schemas']['TestDataDto'];
export type TestEventDto = components['schemas']['TestEventDto'];
export type WebhookEventType = components['schemas']['WebhookEventType'];
export type WebhookEndpointState = components['schemas']['WebhookEndpointState'];
export type WebhookEndpointDto = components['schemas']['WebhookEndpointDto'];
export type WebhookEndpointListDto = components['schemas']['WebhookEndpointListDto'];
export type CreateWebhookEndpointDto = components['schemas']['CreateWebhookEndpointDto'];
export type WebhookEndpointSecretDto = components['schemas']['WebhookEndpointSecretDto'];
export type UpdateWebhookEndpointDto = components['schemas']['UpdateWebhookEndpointDto'];
export type WebhookDeliveryState = components['schemas']['WebhookDeliveryState'];
export type SentEventType = components['schemas']['SentEventType'];
export type WebhookDeliverySort = components['schemas']['WebhookDeliverySort'];
export type WebhookDeliveryDto = components['schemas']['WebhookDeliveryDto'];
export type WebhookDeliveryPageDto = components['schemas']['WebhookDeliveryPageDto'];
export type WebhookAttemptDto = components['schemas']['WebhookAttemptDto'];
export type WebhookDeliveryDetailDto = components['schemas']['WebhookDeliveryDetailDto'];
export type ResentWebhooksDto = components['schemas']['ResentWebhooksDto'];
export type ProblemType = components['schemas']['ProblemType'];
export type OrderInUseDto = components['schemas']['OrderInUseDto'];
export type ProblemDto = components['schemas']['ProblemDto'];
export type $defs = Record<string, never>;
export interface operations {
    searchApiKeys: {
        parameters: {
            query?: {
                /** @description Words, or beginnings of words, of the name or of how the key begins; all must match. */
                q?: string;
                /** @description Only revoked keys, or only those that are not. */
                revoked?: boolean;
                /** @description By when they were created. */
                sort?: components["schemas"]["ApiKeySort"];
                /** @description The page, from 1. Pages reach row 10,000; beyond that go on by `cursor`. */
                page?: number;
                /** @description Rows on a page. */
                pageSize?: number;
                /** @description The `nextCursor` of the response before; goes on where that ended, under the same filters and sort. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Search and page the API keys, those that were revoked too */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyPageDto"];
                };
            };
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Warehouse",
                 *       "scopes": [
                 *         "orders:read",
                 *         "orders:ship"
                 *       ],
                 *       "expiresAt": "2036-11-30T00:00:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["CreateApiKeyDto"];
            };
        };
        responses: {
            /** @description Creates an API key that acts for the caller; the key itself is in this response only */
            201: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKeyDto"];
                };
            };
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `_id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revokes an API key, at once and for good; repeating it changes nothing */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyDto"];
                };
            };
        };
    };
    getAttention: {
        parameters: {
            query?: {
                /** @description When the caller's list of orders was loaded, by the shop's clock. */
                ordersSince?: string;
                /** @description When their list of reviews was. */
                reviewsSince?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What needs an admin, and how many rows open lists have got: one call that is cheap enough to be made every 20 seconds */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttentionDto"];
                };
            };
        };
    };
    searchAuditLog: {
        parameters: {
            query?: {
                /** @description Words, or beginnings of words, of the admin or of what was changed; all must match. */
                q?: string;
                /** @description Words, or beginnings of words, of the name or address of the admin who made the change, or of the API key that did; or the `_id` of either. */
                person?: string;
                /** @description Only changes of this kind of thing. */
                entity?: components["schemas"]["AuditedEntity"];
                /** @description Only changes of the thing with this `_id`. */
                entityId?: string;
                /** @description Only changes of this kind. */
                action?: string;
                /** @description Only changes made on this day (UTC) or later. */
                from?: string;
                /** @description Only changes made on this day (UTC) or before. */
                to?: string;
                /** @description By when they were made. */
                sort?: components["schemas"]["AuditSort"];
                /** @description The page, from 1. Pages reach row 10,000; beyond that go on by `cursor`. */
                page?: number;
                /** @description Rows on a page. */
                pageSize?: number;
                /** @description The `nextCursor` of the response before; goes on where that ended, under the same filters and sort. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Search the changes that admins made */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEntryPageDto"];
                };
            };
        };
    };
    exportAuditLog: {
        parameters: {
            query?: {
                /** @description Words, or beginnings of words, of the admin or of what was changed; all must match. */
                q?: string;
                /** @description Words, or beginnings of words, of the name or address of the admin who made the change, or of the API key that did; or the `_id` of either. */
                person?: string;
                /** @description Only changes of this kind of thing. */
                entity?: components["schemas"]["AuditedEntity"];
                /** @description Only changes of the thing with this `_id`. */
                entityId?: string;
                /** @description Only changes of this kind. */
                action?: string;
                /** @description Only changes made on this day (UTC) or later. */
                from?: string;
                /** @description Only changes made on this day (UTC) or before. */
                to?: string;
                /** @description By when they were made. */
                sort?: components["schemas"]["AuditSort"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All matching rows as a CSV file, with a row of headers. */
            200: {
                headers: {
                    /** @description How many rows, counted to 10,000; for a progress bar. */
                    "X-Total-Count"?: number;
                    /** @description `false` when there are more than `X-Total-Count`. */
                    "X-Total-Is-Exact"?: boolean;
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    getAuditEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `_id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One change that an admin made */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEntryDto"];
                };
            };
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user's e-mail address, compared without regard to case. */
                email: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A user's profile */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserDto"];
                };
            };
        };
    };
    exchangeToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user's e-mail address, compared without regard to case. */
                email: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "customer@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["ExchangeTokenDto"];
            };
        };
        responses: {
            /** @description Exchanges the identity provider's ID token for the shop's own; creates the user on first sight */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenDto"];
                };
            };
        };
    };
    removeUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user's e-mail address, compared without regard to case. */
                email: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removes a user, cancels their unpaid orders and anonymises the others */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedDto"];
                };
            };
        };
    };
    searchItems: {
        parameters: {
            query?: {
                /** @description The page, from 1. Pages reach row 10,000; beyond that go on by `cursor`. */
                page?: number;
                /** @description Rows on a page. */
                pageSize?: number;
                /** @description The `nextCursor` of the response before; goes on where that ended, under the same filters and sort. */
                cursor?: string;
                /**
                 * @description The order of the rows; a minus turns it round. By default what matches the words best, without words the newest. Without `q`,
                 *     `spec` and a price range read from an index, also at a million products.
                 */
                sort?: components["schemas"]["ProductSort"];
                /**
                 * @description Instead of `sort` the key of a specification of the kind, which `kind` has to name; a minus turns it round. Products without a
                 *     value come last.
                 */
                sortSpec?: string;
                /**
                 * @description Words of the name, kind, numbers, specifications or description; all must match, each by its beginning, a synonym, or with a
                 *     typing error where nothing else matches it. The first 12 count. A whole SKU, part number or GTIN finds its product first.
                 */
                q?: string;
                /** @description `true` searches the words as they were typed, without correcting typing errors. */
                asTyped?: boolean;
                /**
                 * @description Values of specifications of the kind, which `kind` has to name: `socket:AM5,AM4;tdpW:65..125`. `65..` and `..125` are open;
                 *     `~` stands for a value that is not stated. `GET /items/facets` has the keys and values.
                 */
                spec?: string;
                /** @description Only products of this kind: its slug, or another of its names. */
                kind?: string;
                /** @description Unit price in dollars, at least. */
                minPrice?: number;
                /** @description Unit price in dollars, at most. */
                maxPrice?: number;
                /** @description Only products of which so much can be ordered; `low-stock` are those that are low, below their minimum or sold out. */
                availability?: components["schemas"]["AvailabilityFilter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Search, filter, sort and page the products */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductPageDto"];
                };
            };
        };
    };
    countItems: {
        parameters: {
            query?: {
                /**
                 * @description Words of the name, kind, numbers, specifications or description; all must match, each by its beginning, a synonym, or with a
                 *     typing error where nothing else matches it. The first 12 count. A whole SKU, part number or GTIN finds its product first.
                 */
                q?: string;
                /** @description `true` searches the words as they were typed, without correcting typing errors. */
                asTyped?: boolean;
                /**
                 * @description Values of specifications of the kind, which `kind` has to name: `socket:AM5,AM4;tdpW:65..125`. `65..` and `..125` are open;
                 *     `~` stands for a value that is not stated. `GET /items/facets` has the keys and values.
                 */
                spec?: string;
                /** @description Only products of this kind: its slug, or another of its names. */
                kind?: string;
                /** @description Unit price in dollars, at least. */
                minPrice?: number;
                /** @description Unit price in dollars, at most. */
                maxPrice?: number;
                /** @description Only products of which so much can be ordered; `low-stock` are those that are low, below their minimum or sold out. */
                availability?: components["schemas"]["AvailabilityFilter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How many products each kind, availability and value of a specification would leave under the other filters */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FacetsDto"];
                };
            };
        };
    };
    suggestItems: {
        parameters: {
            query: {
                /** @description What was typed so far. */
                q: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Parts and kinds that somebody may mean who is still typing */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuggestionsDto"];
                };
            };
        };
    };
    searchManagedItems: {
        parameters: {
            query?: {
                /** @description The page, from 1. Pages reach row 10,000; beyond that go on by `cursor`. */
                page?: number;
                /** @description Rows on a page. */
                pageSize?: number;
                /** @description The `nextCursor` of the response before; goes on where that ended, under the same filters and sort. */
                cursor?: string;
                /**
                 * @description Instead of `sort` the key of a specification of the kind, which `kind` has to name; a minus turns it round. Products without a
                 *     value come last.
                 */
                sortSpec?: string;
                /**
                 * @description Words of the name, kind, numbers, specifications or description; all must match, each by its beginning, a synonym, or with a
                 *     typing error where nothing else matches it. The first 12 count. A whole SKU, part number or GTIN finds its product first.
                 */
                q?: string;
                /** @description `true` searches the words as they were typed, without correcting typing errors. */
                asTyped?: boolean;
                /**
                 * @description Values of specifications of the kind, which `kind` has to name: `socket:AM5,AM4;tdpW:65..125`. `65..` and `..125` are open;
                 *     `~` stands for a value that is not stated. `GET /items/facets` has the keys and values.
                 */
                spec?: string;
                /** @description Only products of this kind: its slug, or another of its names. */
                kind?: string;
                /** @description Unit price in dollars, at least. */
                minPrice?: number;
                /** @description Unit price in dollars, at most. */
                maxPrice?: number;
                /** @description Only products of which so much can be ordered; `low-stock` are those that are low, below their minimum or sold out. */
                availability?: components["schemas"]["AvailabilityFilter"];
                /** @description On sale, or archived. */
                state?: components["schemas"]["ProductState"];
                /** @description The key of a specification that they have no value of. */
                lacks?: string;
                /** @description As of the shop's lists; also by the units that people wait for, of at most 10,000 products where words or specifications filter them. */
                sort?: components["schemas"]["ManagedProductSort"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Search, filter, sort and page the products on sale or those archived, as they are now */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedProductPageDto"];
                };
            };
        };
    };
    countManagedItems: {
        parameters: {
            query?: {
                /**
                 * @description Words of the name, kind, numbers, specifications or description; all must match, each by its beginning, a synonym, or with a
                 *     typing error where nothing else matches it. The first 12 count. A whole SKU, part number or GTIN finds its product first.
                 */
                q?: string;
                /** @description `true` searches the words as they were typed, without correcting typing errors. */
                asTyped?: boolean;
                /**
                 * @description Values of specifications of the kind, which `kind` has to name: `socket:AM5,AM4;tdpW:65..125`. `65..` and `..125` are open;
                 *     `~` stands for a value that is not stated. `GET /items/facets` has the keys and values.
                 */
                spec?: string;
                /** @description Only products of this kind: its slug, or another of its names. */
                kind?: string;
                /** @description Unit price in dollars, at least. */
                minPrice?: number;
                /** @description Unit price in dollars, at most. */
                maxPrice?: number;
                /** @description Only products of which so much can be ordered; `low-stock` are those that are low, below their minimum or sold out. */
                availability?: components["schemas"]["AvailabilityFilter"];
                /** @description On sale, or archived. */
                state?: components["schemas"]["ProductState"];
                /** @description The key of a specification that they have no value of. */
                lacks?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How many of these products each kind, availability and value of a specification would leave under the other filters */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FacetsDto"];
                };
            };
        };
    };
    exportItems: {
        parameters: {
            query?: {
                /** @description The page, from 1. Pages reach row 10,000; beyond that go on by `cursor`. */
                page?: number;
                /** @description Rows on a page. */
                pageSize?: number;
                /** @description The `nextCursor` of the response before; goes on where that ended, under the same filters and sort. */
                cursor?: string;
                /**
                 * @description Instead of `sort` the key of a specification of the kind, which `kind` has to name; a minus turns it round. Products without a
                 *     value come last.
                 */
                sortSpec?: string;
                /**
                 * @description Words of the name, kind, numbers, specifications or description; all must match, each by its beginning, a synonym, or with a
                 *     typing error where nothing else matches it. The first 12 count. A whole SKU, part number or GTIN finds its product first.
                 */
                q?: string;
                /** @description `true` searches the words as they were typed, without correcting typing errors. */
                asTyped?: boolean;
                /**
                 * @description Values of specifications of the kind, which `kind` has to name: `socket:AM5,AM4;tdpW:65..125`. `65..` and `..125` are open;
                 *     `~` stands for a value that is not stated. `GET /items/facets` has the keys and values.
                 */
                spec?: string;
                /** @description Only products of this kind: its slug, or another of its names. */
                kind?: string;
                /** @description Unit price in dollars, at least. */
                minPrice?: number;
                /** @description Unit price in dollars, at most. */
                maxPrice?: number;
                /** @description Only products of which so much can be ordered; `low-stock` are those that are low, below their minimum or sold out. */
                availability?: components["schemas"]["AvailabilityFilter"];
                /** @description On sale, or archived. */
                state?: components["schemas"]["ProductState"];
                /** @description The key of a specification that they have no value of. */
                lacks?: string;
                /** @description As of the shop's lists; also by the units that people wait for, of at most 10,000 products where words or specifications filter them. */
                sort?: components["schemas"]["ManagedProductSort"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All matching rows as a CSV file, with a row of headers. */
            200: {
                headers: {
                    /** @description How many rows, counted to 10,000; for a progress bar. */
                    "X-Total-Count"?: number;
                    /** @description `false` when there are more than `X-Total-Count`. */
                    "X-Total-Is-Exact"?: boolean;
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    getSynonyms: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The words that mean the same; their `ETag` is what a change sends as `If-Match` */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SynonymsDto"];
                };
            };
        };
    };
    replaceSynonyms: {
        parameters: {
            query?: never;
            header: {
                /** @description The `ETag` of the read before; `*` is not enough. A stale one is refused with 412. */
                "If-Match": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplaceSynonymsDto"];
            };
        };
        responses: {
            /** @description Replaces all synonyms; searches know them within two seconds */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SynonymsDto"];
                };
            };
        };
    };
    listSearchMisses: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was searched without result, and how often */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchMissesDto"];
                };
            };
        };
    };
    listItems: {
        parameters: {
            query?: {
                /** @description At most so many rows, newest first. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first, at most 1,000. */
            200: {
                headers: {
                    /** @description The whole number of rows. */
                    "X-Total-Count"?: number;
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductDto"][];
                };
            };
        };
    };
    listKinds: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The kinds of parts on sale, in order of their names */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KindsDto"];
                };
            };
        };
    };
    findItemsBySku: {
        parameters: {
            query: {
                /** @description The parameter repeated for each SKU, in upper or lower case. */
                sku: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The products on sale with these SKUs, in the order given; those that no product has are left out */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductDto"][];
                };
            };
        };
    };
    listNewProducts: {
        parameters: {
            query?: {
                /** @description At most so many rows, newest first. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first, at most 1,000. */
            200: {
                headers: {
                    /** @description The whole number of rows. */
                    "X-Total-Count"?: number;
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductDto"][];
                };
            };
        };
    };
    createProduct: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this attempt, per caller and route. The same key and body get the first response for 24 hours; another body is refused with 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateProductDto"];
            };
        };
        responses: {
            /** @description Adds a product */
            201: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductCreatedDto"];
                };
            };
        };
    };
    getItem: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `_id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One product with all of its specifications */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductDetailDto"];
                };
            };
        };
    };
    deleteItem: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` read before; a stale one is refused with 412. */
                "If-Match"?: string;
            };
            path: {
                /** @description The `_id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removes a product from every list; orders keep what they say of it */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedDto"];
                };
            };
        };
    };
    getItemToEdit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `_id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One product for editing, also an archived one; its `ETag` is what an edit sends as `If-Match` */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedProductDto"];
                };
            };
        };
    };
    editItem: {
        parameters: {
            query?: never;
            header: {
                /** @description The `ETag` of the read before; `*` is not enough. A stale one is refused with 412. */
                "If-Match": string;
            };
            path: {
                /** @description The `_id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Northbeam 480 SSD",
                 *       "price": 49.9,
                 *       "minimumOQ": 5,
                 *       "description": "A 480 GB drive for light servers.",
                 *       "img": "/products/dart-500-nvme-ssd-1-tb.webp",
                 *       "breaks": [
                 *         {
                 *           "from": 10,
                 *           "price": 47.5
                 *         }
                 *       ],
                 *       "orderStep": 5,
                 *       "kind": "ssd",
                 *       "specs": {
                 *         "capacityGb": "480 GB",
                 *         "interface": "sata"
                 *       },
                 *       "manufacturer": "Northbeam",
                 *       "partNumbers": [
                 *         "NB-480-R2"
                 *       ],
                 *       "gtin": "04012345678901",
                 *       "externalId": "ERP-4711",
                 *       "sku": "NB-480",
                 *       "lowStockAt": 20
                 *     }
                 */
                "application/json": components["schemas"]["EditProductDto"];
            };
        };
        responses: {
            /** @description Changes fields of a product that was read before; what orders and restocking do meanwhile does not make it stale */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedProductDto"];
                };
            };
        };
    };
    restockItem: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this attempt, per caller and route. The same key and body get the first response for 24 hours; another body is refused with 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The `_id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "units": 40,
                 *       "reason": "Delivery of November 22"
                 *     }
                 */
                "application/json": components["schemas"]["RestockDto"];
            };
        };
        responses: {
            /** @description Adds units to the stock, or takes some away; refused with 409 when it would be below zero */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedProductDto"];
                };
            };
        };
    };
    archiveItem: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `_id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Takes a product off sale; it stays in the admins' list of archived products */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedProductDto"];
                };
            };
        };
    };
    unarchiveItem: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `_id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Puts an archived product on sale again */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedProductDto"];
                };
            };
        };
    };
    restoreItem: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `_id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Undoes the deletion of a product */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedProductDto"];
                };
            };
        };
    };
    changePrices: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this attempt, per caller and route. The same key and body get the first response for 24 hours; another body is refused with 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkPriceDto"];
            };
        };
        responses: {
            /** @description Changes the prices of many products */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkResultDto"];
                };
            };
        };
    };
    changeStock: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this attempt, per caller and route. The same key and body get the first response for 24 hours; another body is refused with 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkStockDto"];
            };
        };
        responses: {
            /** @description Adds units to the stock of many products, or takes some away */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkResultDto"];
                };
            };
        };
    };
    changeSpecs: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this attempt, per caller and route. The same key and body get the first response for 24 hours; another body is refused with 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkSpecDto"];
            };
        };
        responses: {
            /** @description Sets one specification of many products of a kind */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkResultDto"];
                };
            };
        };
    };
    archiveItems: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this attempt, per caller and route. The same key and body get the first response for 24 hours; another body is refused with 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkItemsDto"];
            };
        };
        responses: {
            /** @description Archives many products */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkResultDto"];
                };
            };
        };
    };
    unarchiveItems: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this attempt, per caller and route. The same key and body get the first response for 24 hours; another body is refused with 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkItemsDto"];
            };
        };
        responses: {
            /** @description Puts many archived products on sale again */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkResultDto"];
                };
            };
        };
    };
    importItems: {
        parameters: {
            query?: {
                /** @description Only says what the file would change, and what is wrong with it. */
                dryRun?: boolean;
                /** @description Leaves rows with errors out, instead of importing nothing. A file whose header is wrong is refused all the same. */
                skipInvalid?: boolean;
                /** @description The kind of all rows whose column `kind` is empty or not there. */
                kind?: string;
            };
            header?: {
                /** @description A name for this attempt, per caller and route. The same key and body get the first response for 24 hours; another body is refused with 422. */
                "Idempotency-Key"?: string;
                /** @description The `ETag` of a dry run: 412 when the file would now change something else. */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example sku,restock
                 *     NB-480,40
                 */
                "text/csv": string;
            };
        };
        responses: {
            /** @description Imports a CSV file of at most 5,000 rows and 8 MB: all of it, or nothing when a row has an error */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportResultDto"];
                };
            };
        };
    };
    listRejectedRows: {
        parameters: {
            query?: {
                /** @description The kind of all rows whose column `kind` is empty or not there. */
                kind?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example sku,restock
                 *     NB-480,many
                 */
                "text/csv": string;
            };
        };
        responses: {
            /** @description The rows as a CSV file: their cells as they were sent, and the column `errors`, which an import ignores. */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    listManagedKinds: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All kinds with the numbers of their parts and specifications */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedKindListDto"];
                };
            };
        };
    };
    getKindToEdit: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The kind. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One kind for editing, with how many parts lack each value; its `ETag` is what an edit sends as `If-Match` */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EditableKindDto"];
                };
            };
        };
    };
    listKindDetails: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every kind of part with its specifications */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KindListDto"];
                };
            };
        };
    };
    createKind: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this attempt, per caller and route. The same key and body get the first response for 24 hours; another body is refused with 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateKindDto"];
            };
        };
        responses: {
            /** @description Adds a kind */
            201: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EditableKindDto"];
                };
            };
        };
    };
    getKind: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its slug, or another of its names. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One kind, by its slug or another of its names */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KindDto"];
                };
            };
        };
    };
    replaceKind: {
        parameters: {
            query?: never;
            header: {
                /** @description The `ETag` of the read before; `*` is not enough. A stale one is refused with 412. */
                "If-Match": string;
            };
            path: {
                /** @description The kind. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplaceKindDto"];
            };
        };
        responses: {
            /** @description Replaces a kind and its specifications */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EditableKindDto"];
                };
            };
        };
    };
    deleteKind: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The kind. */
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removes a kind that no part has; those that came with the shop stay */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedDto"];
                };
            };
        };
    };
    requestStockAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `_id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "units": 25,
                 *       "email": "customer@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["RequestStockAlertDto"];
            };
        };
        responses: {
            /** @description Asks to be told when a product that cannot be ordered is back in stock */
            202: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StockAlertRequestedDto"];
                };
            };
        };
    };
    requestOwnStockAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `_id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "units": 25
                 *     }
                 */
                "application/json": components["schemas"]["RequestOwnStockAlertDto"];
            };
        };
        responses: {
            /** @description The same for one's own address; one that is verified needs no confirmation */
            202: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StockAlertRequestedDto"];
                };
            };
        };
    };
    listOwnStockAlerts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The parts that the caller waits for */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnStockAlertsDto"];
                };
            };
        };
    };
    stopOwnStockAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `_id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ends one of the caller's alerts and erases it */
            204: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getAlertToConfirm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The last part of a mailed link. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The alert that a mailed link confirms; it does not count before `POST` */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkedStockAlertDto"];
                };
            };
        };
    };
    confirmStockAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The last part of a mailed link. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Confirms an alert; repeating it changes nothing */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkedStockAlertDto"];
                };
            };
        };
    };
    getAlertToStop: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The last part of a mailed link. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The alert that a mailed link stops */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkedStockAlertDto"];
                };
            };
        };
    };
    stopStockAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The last part of a mailed link. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ends an alert and erases it; repeating it changes nothing */
            204: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getAddressBook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller's addresses */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddressBookDto"];
                };
            };
        };
    };
    addAddress: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this attempt, per caller and route. The same key and body get the first response for 24 hours; another body is refused with 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Casey Customer",
                 *       "company": "Springfield Systems Inc.",
                 *       "line1": "12 Foundry Lane",
                 *       "line2": "Gate 3",
                 *       "city": "Springfield",
                 *       "region": "IL",
                 *       "postalCode": "62704",
                 *       "country": "US",
                 *       "isDefault": true
                 *     }
                 */
                "application/json": components["schemas"]["SaveAddressDto"];
            };
        };
        responses: {
            /** @description Adds an address */
            201: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddressBookDto"];
                };
            };
        };
    };
    replaceAddress: {
        parameters: {
            query?: never;
            header: {
                /** @description The `ETag` of the read before; `*` is not enough. A stale one is refused with 412. */
                "If-Match": string;
            };
            path: {
                /** @description The `_id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Casey Customer",
                 *       "company": "Springfield Systems Inc.",
                 *       "line1": "12 Foundry Lane",
                 *       "line2": "Gate 3",
                 *       "city": "Springfield",
                 *       "region": "IL",
                 *       "postalCode": "62704",
                 *       "country": "US",
                 *       "isDefault": true
                 *     }
                 */
                "application/json": components["schemas"]["SaveAddressDto"];
            };
        };
        responses: {
            /** @description Replaces an address; `If-Match` is the `ETag` of the addresses */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddressBookDto"];
                };
            };
        };
    };
    removeAddress: {
        parameters: {
            query?: never;
            header: {
                /** @description The `ETag` of the read before; `*` is not enough. A stale one is refused with 412. */
                "If-Match": string;
            };
            path: {
                /** @description The `_id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removes an address; when it was the default, the oldest other one becomes it */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddressBookDto"];
                };
            };
        };
    };
    listDeliveryMethods: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How the shop delivers */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryMethodsDto"];
                };
            };
        };
    };
    listCarriers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The carriers that the shop knows, with the pages on which shipments are followed */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CarriersDto"];
                };
            };
        };
    };
    getDeliverySettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delivery methods, tax rates and own carriers; the `ETag` is what a change sends as `If-Match` */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliverySettingsDto"];
                };
            };
        };
    };
    replaceDeliverySettings: {
        parameters: {
            query?: never;
            header: {
                /** @description The `ETag` of the read before; `*` is not enough. A stale one is refused with 412. */
                "If-Match": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "methods": [
                 *         {
                 *           "name": "Express",
                 *           "price": 14.9,
                 *           "workingDays": 2,
                 *           "countries": [
                 *             "US",
                 *             "CA"
                 *           ]
                 *         }
                 *       ],
                 *       "taxRates": [
                 *         {
                 *           "country": "US",
                 *           "region": "IL",
                 *           "rate": 8.25,
                 *           "isIncluded": false
                 *         }
                 *       ],
                 *       "carriers": [
                 *         {
                 *           "name": "Springfield Couriers",
                 *           "trackingUrl": "https://couriers.example/track/{number}"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["SaveDeliverySettingsDto"];
            };
        };
        responses: {
            /** @description Replaces delivery methods, tax rates and own carriers; orders keep what they were charged */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliverySettingsDto"];
                };
            };
        };
    };
    getBasket: {
        parameters: {
            query?: {
                /** @description ISO 3166-1 alpha-2; without it, the shop's own country. */
                country?: string;
                /** @description A state, province or region: the tax may depend on it. */
                region?: string;
                /** @description Without it, the cheapest. */
                deliveryMethodId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller's basket, checked against the catalogue as it is now */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BasketDto"];
                };
            };
        };
    };
    replaceBasket: {
        parameters: {
            query?: {
                /** @description ISO 3166-1 alpha-2; without it, the shop's own country. */
                country?: string;
                /** @description A state, province or region: the tax may depend on it. */
                region?: string;
                /** @description Without it, the cheapest. */
                deliveryMethodId?: string;
            };
            header?: {
                /** @description The `ETag` read before; a stale one is refused with 412. */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaveBasketDto"];
            };
        };
        responses: {
            /** @description Replaces the lines of the caller's basket; it is kept for 90 days after the last change */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BasketDto"];
                };
            };
        };
    };
    checkBasket: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckBasketDto"];
            };
        };
        responses: {
            /** @description Checks lines against the catalogue and says what they would cost; keeps nothing */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BasketDto"];
                };
            };
        };
    };
    countPurchases: {
        parameters: {
            query?: {
                /**
                 * @description A customer's whole e-mail address, or words and beginnings of words of the customer, their company, the delivery address, the
                 *     products and SKUs, the PO number or the order's number; all must match. Or a number in any way of writing it: of the order,
                 *     also its first or last four characters or more, with O for 0 and I or L for 1; the PO number or a SKU; a tracking number, its
                 *     first eight characters or more; the telephone number, with or without the country code, its last five digits or more; the
                 *     order's id, its first twelve characters or more.
                 */
                q?: string;
                /** @description Only orders whose payment is disputed, or was: `open`, `lost` or `won`. */
                dispute?: components["schemas"]["OrderDispute"];
                /**
                 * @description Only those of the customer whose account has this address now. A customer must name themselves, or send `own`; an admin need
                 *     not name anyone.
                 */
                email?: string;
                /** @description Only the order that another system calls so. */
                externalId?: string;
                /** @description Only orders placed on this day (UTC) or later. */
                from?: string;
                /** @description Only orders placed on this day (UTC) or before. */
                to?: string;
                /** @description The total in dollars, at least. */
                minTotal?: number;
                /** @description The total in dollars, at most. */
                maxTotal?: number;
                /** @description Only orders with this product. */
                productId?: string;
                /** @description Only orders with a product that was of this kind when it was ordered. */
                kind?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How many orders there are in each state, under the other filters of the search */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatusCountsDto"];
                };
            };
        };
    };
    exportPurchases: {
        parameters: {
            query?: {
                /**
                 * @description A customer's whole e-mail address, or words and beginnings of words of the customer, their company, the delivery address, the
                 *     products and SKUs, the PO number or the order's number; all must match. Or a number in any way of writing it: of the order,
                 *     also its first or last four characters or more, with O for 0 and I or L for 1; the PO number or a SKU; a tracking number, its
                 *     first eight characters or more; the telephone number, with or without the country code, its last five digits or more; the
                 *     order's id, its first twelve characters or more.
                 */
                q?: string;
                /** @description Only orders in this state. */
                status?: components["schemas"]["OrderStatus"];
                /** @description Only orders whose payment is disputed, or was: `open`, `lost` or `won`. */
                dispute?: components["schemas"]["OrderDispute"];
                /**
                 * @description Only those of the customer whose account has this address now. A customer must name themselves, or send `own`; an admin need
                 *     not name anyone.
                 */
                email?: string;
                /** @description Only the order that another system calls so. */
                externalId?: string;
                /** @description Only orders placed on this day (UTC) or later. */
                from?: string;
                /** @description Only orders placed on this day (UTC) or before. */
                to?: string;
                /** @description The total in dollars, at least. */
                minTotal?: number;
                /** @description The total in dollars, at most. */
                maxTotal?: number;
                /** @description Only orders with this product. */
                productId?: string;
                /** @description Only orders with a product that was of this kind when it was ordered. */
                kind?: string;
                /**
                 * @description The order of the rows; a minus turns it round. Read from an index, also at a million orders: by time with any one of the
                 *     filters and a range of days, by total with a state and a range of totals. Others sort or compare what matches, and get
                 *     503 when that takes too long.
                 */
                sort?: components["schemas"]["OrderSort"];
                /** @description What a row of the file is: an order, or a line of one. */
                rows?: components["schemas"]["OrderExportRows"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All matching rows as a CSV file, with a row of headers. */
            200: {
                headers: {
                    /** @description How many rows, counted to 10,000; for a progress bar. */
                    "X-Total-Count"?: number;
                    /** @description `false` when there are more than `X-Total-Count`. */
                    "X-Total-Is-Exact"?: boolean;
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    bulkShipPurchases: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this attempt, per caller and route. The same key and body get the first response for 24 hours; another body is refused with 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkOrdersDto"];
            };
        };
        responses: {
            /** @description Marks many paid orders as shipped, each by itself; a dry run says which can be */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkResultDto"];
                };
            };
        };
    };
    bulkCancelPurchases: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this attempt, per caller and route. The same key and body get the first response for 24 hours; another body is refused with 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkOrdersDto"];
            };
        };
        responses: {
            /** @description Cancels many unpaid orders, each by itself; a dry run says which can be */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkResultDto"];
                };
            };
        };
    };
    getPurchase: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `_id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An order with its customer, payment, refunds and internal notes */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderDetailDto"];
                };
            };
        };
    };
    changeOrderAddress: {
        parameters: {
            query?: never;
            header: {
                /** @description The `ETag` of the read before; `*` is not enough. A stale one is refused with 412. */
                "If-Match": string;
            };
            path: {
                /** @description The `_id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Casey Customer",
                 *       "company": "Springfield Systems Inc.",
                 *       "line1": "12 Foundry Lane",
                 *       "line2": "Gate 3",
                 *       "city": "Springfield",
                 *       "region": "IL",
                 *       "postalCode": "62704",
                 *       "country": "US"
                 *     }
                 */
                "application/json": components["schemas"]["AddressDto"];
            };
        };
        responses: {
            /** @description Changes where an order goes, before anything of it has shipped; `If-Match` is the `ETag` of `GET /purchases/{id}` */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderDto"];
                };
            };
        };
    };
    addOrderNote: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this attempt, per caller and route. The same key and body get the first response for 24 hours; another body is refused with 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The `_id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "Asked for delivery before noon."
                 *     }
                 */
                "application/json": components["schemas"]["CreateOrderNoteDto"];
            };
        };
        responses: {
            /** @description Adds an internal note to an order */
            201: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderNoteDto"];
                };
            };
        };
    };
    getOwnOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The order's number, with or without its hyphens, in any case. */
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One of the caller's orders, also one that they took off their list */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnOrderDto"];
                };
            };
        };
    };
    putBackOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The order's number, with or without its hyphens, in any case. */
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Puts an order back on the list that the caller took it off; repeating it changes nothing */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnOrderDto"];
                };
            };
        };
    };
    createPurchase: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this attempt, per caller and route. The same key and body get the first response for 24 hours; another body is refused with 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePurchaseDto"];
            };
        };
        responses: {
            /** @description Orders a product */
            201: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderDto"];
                };
            };
        };
    };
    listPurchasesOf: {
        parameters: {
            query?: {
                /** @description At most so many rows, newest first. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The user's e-mail address, compared without regard to case. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first, at most 1,000. */
            200: {
                headers: {
                    /** @description The whole number of rows. */
                    "X-Total-Count"?: number;
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderDto"][];
                };
            };
        };
    };
    removePurchase: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` read before; a stale one is refused with 412. */
                "If-Match"?: string;
            };
            path: {
                /** @description The `_id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Takes an order off the customer's list, or cancels an unpaid one */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedDto"];
                };
            };
        };
    };
    shipPurchase: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` read before; a stale one is refused with 412. */
                "If-Match"?: string;
            };
            path: {
                /** @description The `_id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Marks a paid order as shipped */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderDto"];
                };
            };
        };
    };
    cancelOrderLine: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` read before; a stale one is refused with 412. */
                "If-Match"?: string;
            };
            path: {
                /** @description The `_id`. */
                id: string;
                /** @description The `_id` of the line's product. */
                productId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Cancels a line of an unpaid order, which then costs less; the last line goes with the order */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderDto"];
                };
            };
        };
    };
    listPurchases: {
        parameters: {
            query?: {
                /** @description At most so many rows, newest first. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first, at most 1,000. */
            200: {
                headers: {
                    /** @description The whole number of rows. */
                    "X-Total-Count"?: number;
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderDto"][];
                };
            };
        };
    };
    searchPurchases: {
        parameters: {
            query?: {
                /**
                 * @description A customer's whole e-mail address, or words and beginnings of words of the customer, their company, the delivery address, the
                 *     products and SKUs, the PO number or the order's number; all must match. Or a number in any way of writing it: of the order,
                 *     also its first or last four characters or more, with O for 0 and I or L for 1; the PO number or a SKU; a tracking number, its
                 *     first eight characters or more; the telephone number, with or without the country code, its last five digits or more; the
                 *     order's id, its first twelve characters or more.
                 */
                q?: string;
                /** @description Only orders in this state. */
                status?: components["schemas"]["OrderStatus"];
                /** @description Only orders whose payment is disputed, or was: `open`, `lost` or `won`. */
                dispute?: components["schemas"]["OrderDispute"];
                /**
                 * @description Only those of the customer whose account has this address now. A customer must name themselves, or send `own`; an admin need
                 *     not name anyone.
                 */
                email?: string;
                /** @description Only the order that another system calls so. */
                externalId?: string;
                /** @description Only orders placed on this day (UTC) or later. */
                from?: string;
                /** @description Only orders placed on this day (UTC) or before. */
                to?: string;
                /** @description The total in dollars, at least. */
                minTotal?: number;
                /** @description The total in dollars, at most. */
                maxTotal?: number;
                /** @description Only orders with this product. */
                productId?: string;
                /** @description Only orders with a product that was of this kind when it was ordered. */
                kind?: string;
                /**
                 * @description The order of the rows; a minus turns it round. Read from an index, also at a million orders: by time with any one of the
                 *     filters and a range of days, by total with a state and a range of totals. Others sort or compare what matches, and get
                 *     503 when that takes too long.
                 */
                sort?: components["schemas"]["OrderSort"];
                /** @description The page, from 1. Pages reach row 10,000; beyond that go on by `cursor`. */
                page?: number;
                /** @description Rows on a page. */
                pageSize?: number;
                /** @description The `nextCursor` of the response before; goes on where that ended, under the same filters and sort. */
                cursor?: string;
                /**
                 * @description Only the orders on the caller's own list, as their customer sees them. It is the default for customers; for an admin, who is
                 *     shown all orders with what only admins see, it is the way to their own list.
                 */
                own?: boolean;
                /** @description Of the caller's own list: the orders that they took off it, instead of those on it. An admin sends `own` with it. */
                removed?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Search, filter, sort and page the orders; the caller's own with `own` */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderPageDto"];
                };
            };
        };
    };
    getOrderToPay: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `_id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The order to pay */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderToPayDto"];
                };
            };
        };
    };
    getPackingList: {
        parameters: {
            query: {
                /** @description The `_id`s of 1 to 100 orders, with commas between them. */
                ids: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is to be packed of some orders, without prices */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PackingListDto"];
                };
            };
        };
    };
    createShipment: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` read before; a stale one is refused with 412. */
                "If-Match"?: string;
                /** @description A name for this attempt, per caller and route. The same key and body get the first response for 24 hours; another body is refused with 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The `_id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "carrier": "UPS",
                 *       "trackingNumber": "1Z999AA10123456784",
                 *       "lines": [
                 *         {
                 *           "productId": "665f1c2ab8d4e1a2b3c4d5e7",
                 *           "quantity": 10
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateShipmentDto"];
            };
        };
        responses: {
            /** @description Ships units of a paid order, or all that are left */
            201: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderDto"];
                };
            };
        };
    };
    trackShipment: {
        parameters: {
            query?: never;
            header: {
                /** @description The `ETag` of the read before; `*` is not enough. A stale one is refused with 412. */
                "If-Match": string;
            };
            path: {
                /** @description The `_id`. */
                id: string;
                /** @description The shipment's `_id`. */
                shipmentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "carrier": "UPS",
                 *       "trackingNumber": "1Z999AA10123456784"
                 *     }
                 */
                "application/json": components["schemas"]["TrackingDto"];
            };
        };
        responses: {
            /** @description Replaces the carrier and the tracking number of a shipment */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderDto"];
                };
            };
        };
    };
    undoShipment: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` read before; a stale one is refused with 412. */
                "If-Match"?: string;
            };
            path: {
                /** @description The `_id`. */
                id: string;
                /** @description The shipment's `_id`. */
                shipmentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "The parcel never left."
                 *     }
                 */
                "application/json": components["schemas"]["UndoShipmentDto"];
            };
        };
        responses: {
            /** @description Undoes a shipment that never left, or came back unopened: its units are to be shipped again */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderDto"];
                };
            };
        };
    };
    placeOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this attempt, per caller and route. The same key and body get the first response for 24 hours; another body is refused with 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckoutDto"];
            };
        };
        responses: {
            /** @description Orders several parts at once */
            201: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderDto"];
                };
            };
        };
    };
    createPaymentIntent: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this attempt, per caller and route. The same key and body get the first response for 24 hours; another body is refused with 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePaymentIntentDto"];
            };
        };
        responses: {
            /** @description Opens the payment of an order, or returns the one that is open; the amount comes from the order */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentIntentDto"];
                };
            };
        };
    };
    confirmPayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `_id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmPaymentDto"];
            };
        };
        responses: {
            /** @description Records a payment after checking it with the payment provider; repeating it changes nothing */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderDto"];
                };
            };
        };
    };
    refundPurchase: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` read before; a stale one is refused with 412. */
                "If-Match"?: string;
                /** @description A name for this attempt, per caller and route. The same key and body get the first response for 24 hours; another body is refused with 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The `_id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "amount": 25,
                 *       "lines": [
                 *         {
                 *           "productId": "665f1c2ab8d4e1a2b3c4d5e7",
                 *           "quantity": 10
                 *         }
                 *       ],
                 *       "delivery": true,
                 *       "restock": true,
                 *       "reason": "Two of ten units arrived broken"
                 *     }
                 */
                "application/json": components["schemas"]["RefundPurchaseDto"];
            };
        };
        responses: {
            /** @description Refunds units of an order's lines, its delivery, an amount, or all that is left of its payment; may be repeated */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderDto"];
                };
            };
        };
    };
    receiveStripeEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description The provider's signature of the raw body. */
                "Stripe-Signature": string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description An event, as the provider signs it. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "evt_1PqY8sLkdIwHu7ix",
                 *       "object": "event",
                 *       "type": "payment_intent.succeeded",
                 *       "created": 1764028800,
                 *       "data": {
                 *         "object": {
                 *           "id": "pi_3NkX2eLkdIwHu7ix0a1b2c3d",
                 *           "object": "payment_intent"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Receives the payment provider's signed events */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceivedDto"];
                };
            };
        };
    };
    listFailedPaymentEvents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The payment provider's events that could not be handled and wait for an admin */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FailedEventsDto"];
                };
            };
        };
    };
    retryPaymentEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The event. */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Reads an event again at the payment provider, and handles it */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventResolutionDto"];
                };
            };
        };
    };
    dismissPaymentEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The event. */
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Takes an event off the list without handling it */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventResolutionDto"];
                };
            };
        };
    };
    createPayLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `_id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Makes a link by which anybody can pay an unpaid order, without signing in */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PayLinkDto"];
                };
            };
        };
    };
    getLinkedOrder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The last part of a payment link. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The order of a payment link */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkedOrderDto"];
                };
            };
        };
    };
    createLinkedIntent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The last part of a payment link. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "price": 499
                 *     }
                 */
                "application/json": components["schemas"]["CreateLinkedIntentDto"];
            };
        };
        responses: {
            /** @description Opens the payment of a link's order, or returns the one that is open */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentIntentDto"];
                };
            };
        };
    };
    confirmLinkedPayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The last part of a payment link. */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "transactionId": "pi_3NkX2eLkdIwHu7ix0a1b2c3d"
                 *     }
                 */
                "application/json": components["schemas"]["ConfirmLinkedPaymentDto"];
            };
        };
        responses: {
            /** @description Records the payment of a link's order after checking it with the payment provider; repeating it changes nothing */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkedOrderDto"];
                };
            };
        };
    };
    getOverview: {
        parameters: {
            query?: {
                /** @description The first day, in UTC; without it, 29 days before the last. */
                from?: string;
                /** @description The last day, in UTC; without it, today. */
                to?: string;
                /** @description What one entry of `series` is about; weeks begin on Monday. */
                by?: components["schemas"]["OverviewInterval"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Orders, revenue, payment rate, average order value and top products of a range of days, compared with the one before */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OverviewDto"];
                };
            };
        };
    };
    reconcilePayments: {
        parameters: {
            query?: {
                /** @description How many days back payments are compared now. What was found among all others is listed as well. */
                days?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Payments that do not agree with their orders, orders that do not agree with their payments, and open disputes, each with its resolution */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReconciliationDto"];
                };
            };
        };
    };
    confirmReconciledPayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The payment intent. */
                intentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Confirms the order that a succeeded payment is for */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResolutionDto"];
                };
            };
        };
    };
    refundPayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The payment intent. */
                intentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Refunds a payment that no order needs, or that does not match its order */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResolutionDto"];
                };
            };
        };
    };
    syncPaymentRefunds: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The payment intent. */
                intentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Takes over the refunds of a payment, as the provider has them, into the order that it paid */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResolutionDto"];
                };
            };
        };
    };
    listReviews: {
        parameters: {
            query?: {
                /** @description At most so many rows, newest first. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first, at most 1,000. */
            200: {
                headers: {
                    /** @description The whole number of rows. */
                    "X-Total-Count"?: number;
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewDto"][];
                };
            };
        };
    };
    searchReviews: {
        parameters: {
            query?: {
                /** @description The page, from 1. Pages reach row 10,000; beyond that go on by `cursor`. */
                page?: number;
                /** @description Rows on a page. */
                pageSize?: number;
                /** @description The `nextCursor` of the response before; goes on where that ended, under the same filters and sort. */
                cursor?: string;
                /** @description Only reviews of so many stars. */
                ratings?: number;
                /** @description By when they were written. */
                sort?: components["schemas"]["ReviewSort"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Filter, sort and page the reviews */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewPageDto"];
                };
            };
        };
    };
    createReview: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this attempt, per caller and route. The same key and body get the first response for 24 hours; another body is refused with 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ratings": 5,
                 *       "comments": "The drives arrived a day early, well packed.",
                 *       "name": "Casey Customer",
                 *       "email": "customer@example.com",
                 *       "img": "/avatars/1.svg"
                 *     }
                 */
                "application/json": components["schemas"]["CreateReviewDto"];
            };
        };
        responses: {
            /** @description Adds a review of the shop, under the caller's own name and image */
            201: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewDto"];
                };
            };
        };
    };
    searchManagedReviews: {
        parameters: {
            query?: {
                /** @description Words, or beginnings of words, of the text, or of the author's name or address; all must match. */
                q?: string;
                /** @description Only reviews of so many stars. */
                ratings?: number;
                /** @description Only hidden ones, or only those that are not. */
                hidden?: boolean;
                /** @description By when they were written. */
                sort?: components["schemas"]["ReviewSort"];
                /** @description The page, from 1. Pages reach row 10,000; beyond that go on by `cursor`. */
                page?: number;
                /** @description Rows on a page. */
                pageSize?: number;
                /** @description The `nextCursor` of the response before; goes on where that ended, under the same filters and sort. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Search, filter, sort and page all reviews, hidden ones as well */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedReviewPageDto"];
                };
            };
        };
    };
    exportReviews: {
        parameters: {
            query?: {
                /** @description Words, or beginnings of words, of the text, or of the author's name or address; all must match. */
                q?: string;
                /** @description Only reviews of so many stars. */
                ratings?: number;
                /** @description Only hidden ones, or only those that are not. */
                hidden?: boolean;
                /** @description By when they were written. */
                sort?: components["schemas"]["ReviewSort"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All matching rows as a CSV file, with a row of headers. */
            200: {
                headers: {
                    /** @description How many rows, counted to 10,000; for a progress bar. */
                    "X-Total-Count"?: number;
                    /** @description `false` when there are more than `X-Total-Count`. */
                    "X-Total-Is-Exact"?: boolean;
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    getManagedReview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `_id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A review as admins see it, with the `ETag` that edits need */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedReviewDto"];
                };
            };
        };
    };
    hideReview: {
        parameters: {
            query?: never;
            header: {
                /** @description The `ETag` of the read before; `*` is not enough. A stale one is refused with 412. */
                "If-Match": string;
            };
            path: {
                /** @description The `_id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "Advertises another shop"
                 *     }
                 */
                "application/json": components["schemas"]["HideReviewDto"];
            };
        };
        responses: {
            /** @description Hides a review from everybody but admins */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedReviewDto"];
                };
            };
        };
    };
    unhideReview: {
        parameters: {
            query?: never;
            header: {
                /** @description The `ETag` of the read before; `*` is not enough. A stale one is refused with 412. */
                "If-Match": string;
            };
            path: {
                /** @description The `_id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Shows a hidden review again */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedReviewDto"];
                };
            };
        };
    };
    replyToReview: {
        parameters: {
            query?: never;
            header: {
                /** @description The `ETag` of the read before; `*` is not enough. A stale one is refused with 412. */
                "If-Match": string;
            };
            path: {
                /** @description The `_id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "Thank you, Casey. We passed it on to the packers."
                 *     }
                 */
                "application/json": components["schemas"]["ReplyToReviewDto"];
            };
        };
        responses: {
            /** @description Replies as the shop, or changes the reply */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedReviewDto"];
                };
            };
        };
    };
    removeReviewReply: {
        parameters: {
            query?: never;
            header: {
                /** @description The `ETag` of the read before; `*` is not enough. A stale one is refused with 412. */
                "If-Match": string;
            };
            path: {
                /** @description The `_id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Takes the shop's reply away */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ManagedReviewDto"];
                };
            };
        };
    };
    listSavedViews: {
        parameters: {
            query: {
                /** @description Which list. */
                list: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller's own views of a list, then the shared ones, each by name; at most 200 */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedViewDto"][];
                };
            };
        };
    };
    createSavedView: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Unpaid, largest first",
                 *       "isShared": false,
                 *       "query": "status=unpaid&sort=-total",
                 *       "columns": [
                 *         "product",
                 *         "customer",
                 *         "total"
                 *       ],
                 *       "list": "orders"
                 *     }
                 */
                "application/json": components["schemas"]["CreateSavedViewDto"];
            };
        };
        responses: {
            /** @description Saves a view of a list; 409 for a name that the caller has used */
            201: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedViewDto"];
                };
            };
        };
    };
    getSavedView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `_id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One view, with its ETag; another's private one is not found */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedViewDto"];
                };
            };
        };
    };
    updateSavedView: {
        parameters: {
            query?: never;
            header: {
                /** @description The `ETag` of the read before; `*` is not enough. A stale one is refused with 412. */
                "If-Match": string;
            };
            path: {
                /** @description The `_id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Unpaid, largest first",
                 *       "isShared": false,
                 *       "query": "status=unpaid&sort=-total",
                 *       "columns": [
                 *         "product",
                 *         "customer",
                 *         "total"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["EditSavedViewDto"];
            };
        };
        responses: {
            /** @description Replaces name, filters, sort, columns and sharing of one's own view */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedViewDto"];
                };
            };
        };
    };
    removeSavedView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `_id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removes one's own view */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedDto"];
                };
            };
        };
    };
    getListSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Which list. */
                list: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller's columns and density of a list */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListSettingsDto"];
                };
            };
        };
    };
    setListSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Which list. */
                list: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "columns": [
                 *         "product",
                 *         "customer",
                 *         "total"
                 *       ],
                 *       "density": "comfortable"
                 *     }
                 */
                "application/json": components["schemas"]["ListSettingsDto"];
            };
        };
        responses: {
            /** @description Keeps the caller's columns and density of a list */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListSettingsDto"];
                };
            };
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description At most so many rows, newest first. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest first, at most 1,000. */
            200: {
                headers: {
                    /** @description The whole number of rows. */
                    "X-Total-Count"?: number;
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserDto"][];
                };
            };
        };
    };
    searchUsers: {
        parameters: {
            query?: {
                /** @description Words, or beginnings of words, of the name or address; all must match. */
                q?: string;
                /** @description Only users of this role. */
                role?: components["schemas"]["Role"];
                /** @description By when they first signed in. */
                sort?: components["schemas"]["UserSort"];
                /** @description The page, from 1. Pages reach row 10,000; beyond that go on by `cursor`. */
                page?: number;
                /** @description Rows on a page. */
                pageSize?: number;
                /** @description The `nextCursor` of the response before; goes on where that ended, under the same filters and sort. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Search, filter, sort and page the users */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonPageDto"];
                };
            };
        };
    };
    exportUsers: {
        parameters: {
            query?: {
                /** @description Words, or beginnings of words, of the name or address; all must match. */
                q?: string;
                /** @description Only users of this role. */
                role?: components["schemas"]["Role"];
                /** @description By when they first signed in. */
                sort?: components["schemas"]["UserSort"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All matching rows as a CSV file, with a row of headers. */
            200: {
                headers: {
                    /** @description How many rows, counted to 10,000; for a progress bar. */
                    "X-Total-Count"?: number;
                    /** @description `false` when there are more than `X-Total-Count`. */
                    "X-Total-Is-Exact"?: boolean;
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` read before; a stale one is refused with 412. */
                "If-Match"?: string;
            };
            path: {
                /** @description The user's e-mail address, compared without regard to case. */
                email: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Casey Customer",
                 *       "phone": "5550100",
                 *       "education": "BSc Mechanical Engineering",
                 *       "linkedIn": "https://www.linkedin.com/in/casey-customer",
                 *       "email": "customer@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateUserDto"];
            };
        };
        responses: {
            /** @description Changes name, phone, education and LinkedIn, nothing else */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserDto"];
                };
            };
        };
    };
    checkAdmin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user's e-mail address, compared without regard to case. */
                email: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether a user is an admin */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminDto"];
                };
            };
        };
    };
    makeAdmin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user's e-mail address, compared without regard to case. */
                email: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Makes a user with a verified address an admin */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserDto"];
                };
            };
        };
    };
    removeAdmin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user's e-mail address, compared without regard to case. */
                email: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Takes an admin's role away, at once */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserDto"];
                };
            };
        };
    };
    getCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `_id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A customer by the `_id` of their account: figures, addresses, internal notes and newest reviews */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerDto"];
                };
            };
        };
    };
    addCustomerNote: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this attempt, per caller and route. The same key and body get the first response for 24 hours; another body is refused with 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The `_id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "Asked for delivery before noon."
                 *     }
                 */
                "application/json": components["schemas"]["CreateOrderNoteDto"];
            };
        };
        responses: {
            /** @description Adds an internal note about a customer */
            201: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderNoteDto"];
                };
            };
        };
    };
    enterOrder: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this attempt, per caller and route. The same key and body get the first response for 24 hours; another body is refused with 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EnterOrderDto"];
            };
        };
        responses: {
            /** @description Enters an order for a customer, at the prices of the shop */
            201: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderDto"];
                };
            };
        };
    };
    subscribe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "customer@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["SubscribeDto"];
            };
        };
        responses: {
            /** @description Keeps an address for the newsletter, once */
            201: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscribedDto"];
                };
            };
        };
    };
    uploadImage: {
        parameters: {
            query?: never;
            header?: {
                /** @description A name for this attempt, per caller and route. The same key and body get the first response for 24 hours; another body is refused with 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "image": "drive.webp"
                 *     }
                 */
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @example drive.webp
                     */
                    image: Blob;
                };
            };
        };
        responses: {
            /** @description Uploads an image, which is re-encoded as WebP */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImageUploadedDto"];
                };
            };
        };
    };
    getImage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `_id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image. */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "image/webp": Blob;
                };
            };
        };
    };
    getImageVariant: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `_id`. */
                id: string;
                /** @description The longest side in pixels, and the format. */
                variant: "480.avif" | "480.webp" | "960.avif" | "960.webp";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image. */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "image/avif": Blob;
                    "image/webp": Blob;
                };
            };
        };
    };
    checkLive: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether the process lives */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthDto"];
                };
            };
        };
    };
    checkReady: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether it can serve: the database, the local services and the demo data are there */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthDto"];
                };
            };
        };
    };
    getConfig: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the frontend needs at run time */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientConfigDto"];
                };
            };
        };
    };
    listOrderMails: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `_id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mails about an order, newest first */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailsDto"];
                };
            };
        };
    };
    mailPayLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `_id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Mails a link to pay an unpaid order to its customer */
            202: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailDto"];
                };
            };
        };
    };
    listFailedMails: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mails of the last seven days that could not be sent, and that nobody has sent again */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailsDto"];
                };
            };
        };
    };
    sendMailAgain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `_id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sends a mail once more */
            202: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailDto"];
                };
            };
        };
    };
    getMailPreferences: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Which mails to admins the caller does not get */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailPreferencesDto"];
                };
            };
        };
    };
    setMailPreferences: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "off": [
                 *         "low-stock"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["SetMailPreferencesDto"];
            };
        };
        responses: {
            /** @description Replaces what the caller does not want to be mailed */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailPreferencesDto"];
                };
            };
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoints to which events are sent */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointListDto"];
                };
            };
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://example.com/shop-events",
                 *       "description": "Warehouse",
                 *       "types": [
                 *         "order.paid",
                 *         "order.shipped"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateWebhookEndpointDto"];
            };
        };
        responses: {
            /** @description Creates an endpoint; its secret is in this response only */
            201: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointSecretDto"];
                };
            };
        };
    };
    getWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `_id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One endpoint; its `ETag` is what a change sends as `If-Match` */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointDto"];
                };
            };
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `_id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removes an endpoint with its deliveries, also those that have not been sent */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedDto"];
                };
            };
        };
    };
    updateWebhookEndpoint: {
        parameters: {
            query?: never;
            header: {
                /** @description The `ETag` of the read before; `*` is not enough. A stale one is refused with 412. */
                "If-Match": string;
            };
            path: {
                /** @description The `_id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://example.com/shop-events",
                 *       "description": "Warehouse",
                 *       "types": [
                 *         "order.paid",
                 *         "order.shipped"
                 *       ],
                 *       "enabled": true
                 *     }
                 */
                "application/json": components["schemas"]["UpdateWebhookEndpointDto"];
            };
        };
        responses: {
            /** @description Changes an endpoint, or disables and enables it */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointDto"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `_id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Makes another secret, which is in this response only; the former one signs too for 24 hours */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointSecretDto"];
                };
            };
        };
    };
    endWebhookRotation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `_id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ends a former secret at once */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointDto"];
                };
            };
        };
    };
    searchWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Only those to one endpoint. */
                endpointId?: string;
                /** @description Only those of one state. */
                state?: components["schemas"]["WebhookDeliveryState"];
                /** @description Only those of one type of event. */
                type?: components["schemas"]["SentEventType"];
                /** @description By when the event was to be sent first. */
                sort?: components["schemas"]["WebhookDeliverySort"];
                /** @description The page, from 1. Pages reach row 10,000; beyond that go on by `cursor`. */
                page?: number;
                /** @description Rows on a page. */
                pageSize?: number;
                /** @description The `nextCursor` of the response before; goes on where that ended, under the same filters and sort. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Search and page what was sent to endpoints, or is about to be */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryPageDto"];
                };
            };
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `_id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One delivery, with its requests and responses */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryDetailDto"];
                };
            };
        };
    };
    resendWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `_id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sends an event again, with the same `webhook-id` */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryDto"];
                };
            };
        };
    };
    resendFailedWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `_id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sends all events again that were given up at an endpoint */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResentWebhooksDto"];
                };
            };
        };
    };
    sendTestWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The `_id`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Sends a test event at once, and says what came back */
            200: {
                headers: {
                    /** @description Names this request in the server's logs. */
                    "X-Request-Id": string;
                    /** @description What is left of each limit that the call counts towards (`r`), and the seconds until it is whole again (`t`). */
                    RateLimit?: string;
                    /** @description The limits that the call counts towards: requests (`q`) in so many seconds (`w`). */
                    "RateLimit-Policy"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryDetailDto"];
                };
            };
        };
    };
}

/** The POSTs that take an `Idempotency-Key`: repeated with the same one they change nothing twice. */
export const IDEMPOTENT_POSTS: ReadonlySet<string> = new Set([
  '/product',
  '/items/{id}/restock',
  '/items/bulk/price',
  '/items/bulk/stock',
  '/items/bulk/spec',
  '/items/bulk/archive',
  '/items/bulk/unarchive',
  '/items/import',
  '/kinds',
  '/addresses',
  '/purchases/bulk-ship',
  '/purchases/bulk-cancel',
  '/purchases/{id}/notes',
  '/purchase',
  '/purchases/{id}/shipments',
  '/checkout',
  '/create-payment-intent',
  '/refund/{id}',
  '/review',
  '/customers/{id}/notes',
  '/orders',
  '/images',
]);
