// Program agent runs in pods of the end-to-end tests and tells over HTTP, on port 8080, what a pod sees: /read?file=F,
// /get?url=U, /resolve?name=N and /api?path=P, which asks the API server with the pod's own ServiceAccount.
package main

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"time"
)

const account = "/var/run/secrets/kubernetes.io/serviceaccount/"

func main() {
	answer := func(path string, work func(*http.Request) (string, error)) {
		http.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
			text, err := work(r)
			if err != nil {
				http.Error(w, err.Error(), http.StatusBadGateway)
				return
			}
			_, _ = io.WriteString(w, text)
		})
	}
	answer("/", func(*http.Request) (string, error) { return os.Hostname() })
	answer("/read", func(r *http.Request) (string, error) {
		content, err := os.ReadFile(r.FormValue("file"))
		return string(content), err
	})
	answer("/resolve", func(r *http.Request) (string, error) {
		found, err := net.DefaultResolver.LookupHost(r.Context(), r.FormValue("name"))
		return strings.Join(found, " "), err
	})
	answer("/get", func(r *http.Request) (string, error) {
		return get(&http.Client{Timeout: 3 * time.Second}, r.FormValue("url"), "")
	})
	answer("/api", askAPI)
	fmt.Println("agent listens on 8080")
	fmt.Println(http.ListenAndServe(":8080", nil))
	os.Exit(1)
}

func askAPI(r *http.Request) (string, error) {
	token, err := os.ReadFile(account + "token")
	if err != nil {
		return "", err
	}
	authority, err := os.ReadFile(account + "ca.crt")
	if err != nil {
		return "", err
	}
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(authority)
	client := &http.Client{Timeout: 3 * time.Second, Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}}}
	host := net.JoinHostPort(os.Getenv("KUBERNETES_SERVICE_HOST"), os.Getenv("KUBERNETES_SERVICE_PORT"))
	return get(client, "https://"+host+r.FormValue("path"), string(token))
}

func get(client *http.Client, url, token string) (string, error) {
	request, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return "", err
	}
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	response, err := client.Do(request)
	if err != nil {
		return "", err
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s", response.Status, body)
	}
	return string(body), err
}
